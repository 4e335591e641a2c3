import type { IncomingMessage } from 'node:http';

/** Milliseconds in which the rest of an unread body may still arrive. */
const DISCARD_MS = 5_000;

/**
 * After a response that did not wait for the body (401, 413, 503), receives and drops the rest of it for a while, so that the
 * client can read the response.
 */
export function discardBody(request: IncomingMessage): void {
  if (request.complete) return;
  request.resume();
  const timer = setTimeout(() => request.socket.destroy(), DISCARD_MS).unref();
  request.once('close', () => clearTimeout(timer));
}
