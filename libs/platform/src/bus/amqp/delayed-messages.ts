/**
 * The sending times of the messages that this process has moved to a delay queue, until they must have been delivered again.
 * Without them, a message that keeps failing would look new whenever it is not being handled.
 */
export class DelayedMessages {
  #messages: { readonly sentAt: number; readonly until: number }[] = [];

  /** `sentAt` is in milliseconds since 1970. */
  add(sentAt: number, forMs: number): void {
    this.#messages.push({ sentAt, until: Date.now() + forMs });
  }

  /** The sending times of the messages that may still be in a delay queue. */
  sendingTimes(): number[] {
    const now = Date.now();
    this.#messages = this.#messages.filter(({ until }) => until > now);
    return this.#messages.map(({ sentAt }) => sentAt);
  }
}
