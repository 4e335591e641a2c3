import { StrataError } from './errors.ts';

interface ProcessEvents {
  on?(event: 'beforeExit', listener: () => void): unknown;
}

/** Of an event buffer, what its delivery at the end needs. */
interface Flushable {
  flush(timeoutMs: number): Promise<void>;
  abandon(error: StrataError): void;
}

/** The buffers whose events wait for their delivery, and how long each may flush at the end of the process, in ms. */
const undelivered = new Map<Flushable, number>();
let isListening = false;

/**
 * When a Node process has nothing more to do, delivers what still waits, for at most `timeoutMs`, and then gives it up: a program that
 * awaits a capture gets the error `undelivered`. A process that calls `process.exit` delivers nothing, so it should call `close` before.
 * Call it for each event that is added; `nothingToFlush` ends it.
 */
export function flushAtExit(events: Flushable, timeoutMs: number): void {
  undelivered.set(events, timeoutMs);
  if (isListening) return;
  isListening = true;
  // One listener for all clients of a process: a program may create one for each of its users.
  (globalThis as { process?: ProcessEvents }).process?.on?.('beforeExit', flushAll);
}

/** The buffer is empty. */
export function nothingToFlush(events: Flushable): void {
  undelivered.delete(events);
}

function flushAll(): void {
  for (const [buffer, timeoutMs] of undelivered) {
    buffer.flush(timeoutMs).catch((error: unknown) => {
      // Nothing may be left: Node would come here again, without an end.
      const message = 'The process ends, and the event could not be delivered';
      buffer.abandon(new StrataError('undelivered', message, { cause: error }));
    });
  }
}
