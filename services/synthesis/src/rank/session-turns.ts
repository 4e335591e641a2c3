import type { RankDocument } from './document.ts';

/** What one speaker said at once: a document, or several parts of a long message. */
export interface Turn {
  /** The positions of its first and last part. */
  readonly start: number;
  readonly end: number;
  /** Those of its parts that are among the documents. */
  readonly documents: number[];
}

/** The turns of one session that are among the documents. */
export class Session {
  readonly #byStart = new Map<number, Turn>();
  readonly #byEnd = new Map<number, Turn>();

  get turns(): Iterable<Turn> {
    return this.#byStart.values();
  }

  /** The turn that begins at a position. */
  startingAt(position: number): Turn | undefined {
    return this.#byStart.get(position);
  }

  /** The turn that ends at a position. */
  endingAt(position: number): Turn | undefined {
    return this.#byEnd.get(position);
  }

  add(d: number, position: number, { part, parts }: RankDocument): void {
    const start = position - part;
    let turn = this.#byStart.get(start);
    if (turn === undefined) {
      turn = { start, end: start + parts - 1, documents: [] };
      this.#byStart.set(turn.start, turn);
      this.#byEnd.set(turn.end, turn);
    }
    turn.documents.push(d);
  }
}

export type SessionTurns = ReadonlyMap<string, Session>;

/** Documents outside of any session are left out. */
export function turnsBySession(documents: readonly RankDocument[]): SessionTurns {
  const sessions = new Map<string, Session>();
  for (let d = 0; d < documents.length; d++) {
    const document = documents[d];
    if (document === undefined) continue;
    const { sessionId, position } = document;
    if (sessionId === null || position === null) continue;
    let session = sessions.get(sessionId);
    if (session === undefined) sessions.set(sessionId, (session = new Session()));
    session.add(d, position, document);
  }
  return sessions;
}
