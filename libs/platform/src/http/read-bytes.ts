import { AppError, validationError } from '@strata/kernel/errors';
import type { IncomingMessage } from 'node:http';
import { watchOf } from './request-watch.ts';

export interface BodyLimits {
  readonly maxBytes: number;
  /** Milliseconds from now until the last byte. */
  readonly timeoutMs: number;
}

export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/**
 * Reads a body as it was sent, bounded in bytes (declared and actual) and in time.
 * Errors: `payload_too_large`; `validation_error` on `body`.
 */
export function readBytes(request: IncomingMessage, { maxBytes, timeoutMs }: BodyLimits): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const declared = request.headers['content-length'];
    if (Number(declared ?? 0) > maxBytes) throw bodyTooLarge(maxBytes);
    // A client that has already disconnected sends no more events.
    if (request.destroyed) throw invalidBody('ended early');
    const watch = watchOf(request);
    watch?.bodyStarts(Number(declared ?? maxBytes));
    const chunks: Buffer[] = [];
    let size = 0;
    const settle = (finish: () => void): void => {
      clearTimeout(timer);
      watch?.bodyEnds();
      request.off('data', onData).off('end', onEnd).off('close', onClose).off('error', onClose);
      finish();
    };
    const fail = (error: AppError): void => settle(() => reject(error));
    const onData = (chunk: Buffer): void => {
      size += chunk.length;
      if (size > maxBytes) fail(bodyTooLarge(maxBytes));
      else chunks.push(chunk);
    };
    const onEnd = (): void =>
      settle(() => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks, size)));
    const onClose = (): void => fail(invalidBody('ended early'));
    const timer = setTimeout(() => fail(invalidBody(`did not arrive within ${String(timeoutMs)} ms`)), timeoutMs);
    request.on('data', onData).on('end', onEnd).on('close', onClose).on('error', onClose);
  });
}

/** 400 on `body`. */
export const invalidBody = (fault: string): AppError =>
  validationError(`body ${fault}`, [{ field: 'body', message: fault }]);

/** 413. */
export const bodyTooLarge = (maxBytes: number): AppError =>
  new AppError('payload_too_large', `The body is larger than ${String(maxBytes)} bytes`, {
    details: [{ field: 'body', message: `must be at most ${String(maxBytes)} bytes` }],
  });
