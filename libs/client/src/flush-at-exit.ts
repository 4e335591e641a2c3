import { StrataError } from './errors.ts';
import type { EventBuffer } from './event-buffer.ts';

interface ProcessEvents {
  on?(event: 'beforeExit', listener: () => void): unknown;
}

/**
 * When a Node process has nothing more to do, delivers what still waits, for at most `timeoutMs`, and then gives it up: a program that
 * awaits a capture gets the error `undelivered`. A process that calls `process.exit` delivers nothing, so it should call `close` before.
 */
export function flushAtExit(events: EventBuffer, timeoutMs: number): void {
  const { process } = globalThis as { process?: ProcessEvents };
  const reference = new WeakRef(events);
  process?.on?.('beforeExit', () => {
    const buffer = reference.deref();
    if (buffer === undefined || buffer.size === 0) return;
    buffer.flush(timeoutMs).catch((error: unknown) => {
      // Nothing may be left: Node would come here again, without an end.
      const undelivered = 'The process ends, and the event could not be delivered';
      buffer.abandon(new StrataError('undelivered', undelivered, { cause: error }));
    });
  });
}
