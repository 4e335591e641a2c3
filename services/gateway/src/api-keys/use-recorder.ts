const INTERVAL_MS = 10_000;

/** Collects when keys were used, and stores it every ten seconds instead of at every request. */
export class UseRecorder {
  readonly #write: (uses: ReadonlyMap<string, Date>) => Promise<void>;
  #uses = new Map<string, Date>();
  #timer: NodeJS.Timeout | undefined;
  #lastFlush: Promise<void> = Promise.resolve();

  /** If `write` fails, its uses are written in the next round, unless newer uses replace them. */
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

  /** Writes the collected uses, after those of a running flush. Never rejects. */
  flush(): Promise<void> {
    this.#lastFlush = this.#lastFlush.then(() => this.#writeUses());
    return this.#lastFlush;
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.flush();
  }

  async #writeUses(): Promise<void> {
    if (this.#uses.size === 0) return;
    const uses = this.#uses;
    this.#uses = new Map();
    try {
      await this.#write(uses);
    } catch {
      this.#uses = new Map([...uses, ...this.#uses]);
    }
  }
}
