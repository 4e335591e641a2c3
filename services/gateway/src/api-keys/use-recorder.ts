const INTERVAL_MS = 10_000;

/** Collects when keys were used, and writes it down now and then instead of at every request. */
export class UseRecorder {
  readonly #write: (uses: ReadonlyMap<string, Date>) => Promise<void>;
  #uses = new Map<string, Date>();
  #timer: NodeJS.Timeout | undefined;

  /** `write` may fail: what it was given goes with the next round, unless newer uses stand in for it. */
  constructor(write: (uses: ReadonlyMap<string, Date>) => Promise<void>) {
    this.#write = write;
  }

  record(keyId: string, at: Date): void {
    this.#uses.set(keyId, at);
  }

  /** Writes every ten seconds until closed. */
  start(): void {
    this.#timer = setInterval(() => void this.flush(), INTERVAL_MS).unref();
  }

  /** Writes what has been collected. Never rejects. */
  async flush(): Promise<void> {
    if (this.#uses.size === 0) return;
    const uses = this.#uses;
    this.#uses = new Map();
    try {
      await this.#write(uses);
    } catch {
      this.#uses = new Map([...uses, ...this.#uses]);
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.flush();
  }
}
