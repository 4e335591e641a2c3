import type { EventBuffer } from './event-buffer.ts';

interface ProcessEvents {
  on?(event: 'beforeExit', listener: () => void): unknown;
  off?(event: 'beforeExit', listener: () => void): unknown;
}

/**
 * When a Node process has nothing more to do, delivers what still waits, for at most `timeoutMs`. A process that calls `process.exit`
 * delivers nothing, so it should call `close` before.
 */
export function flushAtExit(buffer: EventBuffer, timeoutMs: number): void {
  const { process } = globalThis as { process?: ProcessEvents };
  const reference = new WeakRef(buffer);
  const listener = (): void => {
    const waiting = reference.deref();
    if (waiting === undefined || waiting.size === 0) return;
    // Once: what cannot be delivered in time must not keep the process alive.
    process?.off?.('beforeExit', listener);
    waiting.flush(timeoutMs).catch(() => undefined);
  };
  process?.on?.('beforeExit', listener);
}
