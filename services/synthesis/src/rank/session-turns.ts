import type { RankDocument } from './document.ts';

/** By session and position: which of the documents is that turn. */
export type SessionTurns = ReadonlyMap<string, ReadonlyMap<number, number>>;

/** Documents outside of any session are left out. */
export function turnsBySession(documents: readonly RankDocument[]): SessionTurns {
  const sessions = new Map<string, Map<number, number>>();
  for (const [d, { sessionId, position }] of documents.entries()) {
    if (sessionId === null || position === null) continue;
    let turns = sessions.get(sessionId);
    if (turns === undefined) sessions.set(sessionId, (turns = new Map<number, number>()));
    turns.set(position, d);
  }
  return sessions;
}
