import { type ExecProtocolOptionsStream, PGlite, type PGliteOptions } from '@electric-sql/pglite';

const byte = (letter: string): number => letter.charCodeAt(0);
const STARTUP = 0;
/** The messages after which the backend is free for another connection: simple query, Sync, function call, Terminate. */
const FINAL_MESSAGES = new Set([STARTUP, byte('Q'), byte('S'), byte('F'), byte('X')]);

/**
 * PGlite for several connections. The socket server switches between connections after every message outside a transaction
 * block, but the connections share one backend with one unnamed statement: if another connection's Parse came between
 * Parse and Execute of the first, the first would get the other's rows. Here an unfinished message sequence counts as a
 * transaction, so a connection keeps the backend until its Sync.
 */
export class PinnedPGlite extends PGlite {
  #midSequence = false;
  #lastMessageAt = Date.now();
  readonly #onFailure: (error: unknown) => void;

  /** `onFailure` is called when the engine itself fails (not a statement), after which it cannot be trusted. */
  constructor(options: PGliteOptions, onFailure: (error: unknown) => void) {
    super(options);
    this.#onFailure = onFailure;
  }

  /** Milliseconds since the last message of a client. */
  get quietMs(): number {
    return Date.now() - this.#lastMessageAt;
  }

  override isInTransaction(): boolean {
    return this.#midSequence || super.isInTransaction();
  }

  override async execProtocolRawStream(message: Uint8Array, options: ExecProtocolOptionsStream): Promise<void> {
    try {
      await super.execProtocolRawStream(message, options);
    } catch (error) {
      this.#onFailure(error);
      throw error;
    }
    this.#midSequence = !FINAL_MESSAGES.has(message[0] ?? STARTUP);
    this.#lastMessageAt = Date.now();
  }

  /** The socket server calls this to roll back after a client has disconnected; it ends with a Sync. */
  override async exec(...parameters: Parameters<PGlite['exec']>): ReturnType<PGlite['exec']> {
    const results = await super.exec(...parameters);
    this.#midSequence = false;
    return results;
  }
}
