import { type ExecProtocolOptionsStream, PGlite, type PGliteOptions } from '@electric-sql/pglite';

const byte = (letter: string): number => letter.charCodeAt(0);
const STARTUP = 0;
/** The messages after which the backend is ready for anybody: a simple query, Sync, a function call, Terminate. */
const FINAL_MESSAGES = new Set([STARTUP, byte('Q'), byte('S'), byte('F'), byte('X')]);

/**
 * PGlite as the socket server needs it. That server takes turns between connections message by message and keeps its
 * turn only inside a transaction block, while the one backend they share has a single unnamed statement: between
 * Parse and Execute of one connection another's Parse would slip in, and the first would get the other's rows. Here an
 * unfinished message sequence counts as a transaction, so a connection keeps its turn until its Sync.
 */
export class PinnedPGlite extends PGlite {
  #midSequence = false;
  #lastMessageAt = Date.now();
  readonly #onFailure: (error: unknown) => void;

  /** `onFailure` hears of failures of the engine itself (not of statements), after which it cannot be trusted. */
  constructor(options: PGliteOptions, onFailure: (error: unknown) => void) {
    super(options);
    this.#onFailure = onFailure;
  }

  /** Milliseconds since a client last said anything. */
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

  /** The socket server rolls back through this after a client has left in the middle; it ends with a Sync. */
  override async exec(...parameters: Parameters<PGlite['exec']>): ReturnType<PGlite['exec']> {
    const results = await super.exec(...parameters);
    this.#midSequence = false;
    return results;
  }
}
