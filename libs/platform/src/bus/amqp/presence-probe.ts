import type { Channel, Message } from 'amqplib';

/** The `type` property of a message that only asks whether its queue is there. Servers ignore it. */
export const PRESENCE_PROBE = 'probe';

const EVERY_MS = 250;

interface WaitingCall {
  readonly queue: string;
  /** When it was sent, on a monotonic clock in milliseconds. */
  readonly sentAt: number;
  readonly failed: () => void;
}

/**
 * Notices that the last server of a call is lost. The broker deletes the queue and the calls in it with its last server,
 * without a word to their senders; but it returns a message to a queue that is not there.
 */
export class PresenceProbe {
  readonly #calls: () => Iterable<WaitingCall>;
  readonly #probes = new Map<string, { readonly queue: string; readonly sentAt: number }>();
  #timer: NodeJS.Timeout | undefined;
  #last = 0;

  /** `calls` are those that wait for their replies. */
  constructor(calls: () => Iterable<WaitingCall>) {
    this.#calls = calls;
  }

  /** To be called when a call is sent. Probes until no call waits any more. */
  watch(channelOf: () => Channel | undefined): void {
    this.#timer ??= setInterval(() => this.#probe(channelOf()), EVERY_MS).unref();
  }

  /** Takes a returned message. Returns false if it is no probe. */
  takeReturned({ properties }: Message): boolean {
    if (properties.type !== PRESENCE_PROBE) return false;
    const probe = this.#probes.get(String(properties.correlationId));
    if (probe === undefined) return true;
    for (const call of [...this.#calls()]) if (call.queue === probe.queue && call.sentAt < probe.sentAt) call.failed();
    return true;
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#probes.clear();
  }

  #probe(channel: Channel | undefined): void {
    const now = performance.now();
    const calls = [...this.#calls()];
    if (calls.length === 0) {
      this.stop();
      return;
    }
    for (const [id, { sentAt }] of this.#probes) if (now - sentAt > 10 * EVERY_MS) this.#probes.delete(id);
    const queues = new Set(calls.filter(({ sentAt }) => now - sentAt >= EVERY_MS).map(({ queue }) => queue));
    for (const queue of queues) {
      const correlationId = `probe ${String((this.#last += 1))}`;
      this.#probes.set(correlationId, { queue, sentAt: now });
      const options = { mandatory: true, type: PRESENCE_PROBE, correlationId, expiration: EVERY_MS };
      try {
        channel?.publish('', queue, Buffer.alloc(0), options);
      } catch {
        // The channel has just been closed, which fails every call.
      }
    }
  }
}
