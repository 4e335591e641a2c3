import type { SessionSummary } from '../compile/types.ts';
import type { CompiledSummaries } from './compiled-knowledge.ts';

/** Remembers the session summaries of the last compilation, so that the next returns only what differs from them. */
export class SentSummaries {
  readonly #sent = new Map<string, string>();
  #revision: number | null = null;

  /** A session that is no longer compiled, although its steps are stored, keeps its summary. */
  leaveOut(sessionId: string): void {
    this.#sent.delete(sessionId);
  }

  /**
   * What is new. `stored` is the compilation whose summaries were stored last: if it is not the last one here, something
   * was lost, and all are sent again.
   */
  changes(
    sessions: readonly SessionSummary[],
    { revision, stored }: { readonly revision: number; readonly stored: number | null },
  ): Omit<CompiledSummaries, 'identifierForms'> {
    const isWhole = this.#revision === null || stored !== this.#revision;
    const present = new Map(sessions.map((summary) => [summary.sessionId, JSON.stringify(summary)]));
    const changed = isWhole
      ? sessions
      : sessions.filter(({ sessionId }) => this.#sent.get(sessionId) !== present.get(sessionId));
    const gone = [...this.#sent.keys()].filter((sessionId) => !present.has(sessionId));
    this.#sent.clear();
    for (const [sessionId, summary] of present) this.#sent.set(sessionId, summary);
    this.#revision = revision;
    return { changed, gone, isWhole, revision };
  }
}
