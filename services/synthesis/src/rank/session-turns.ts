import { addToGroup } from '@strata/kernel/add-to-group';
import type { RankDocument } from './document.ts';

/** What one speaker said at once: a document, or several parts of a long message. */
export interface Turn {
  /** The positions of its first and last part. */
  readonly start: number;
  readonly end: number;
  /** Those of its parts that are among the documents. */
  readonly documents: readonly number[];
}

/** The turns of one session that are among the documents, in the order of their positions. */
export type Session = readonly Turn[];

/** The sessions that documents belong to, with their turns. Documents outside of any session are left out. */
export function turnsBySession(documents: readonly RankDocument[]): Session[] {
  const bySession = new Map<string, number[]>();
  for (let d = 0; d < documents.length; d++) {
    const document = documents[d];
    if (document === undefined || document.sessionId === null || document.position === null) continue;
    addToGroup(bySession, document.sessionId, d);
  }
  return [...bySession.values()].map((found) => turnsOf(found, documents));
}

/** `found`: the documents of one session. */
function turnsOf(found: number[], documents: readonly RankDocument[]): Session {
  const startOf = (d: number): number => (documents[d]?.position ?? 0) - (documents[d]?.part ?? 0);
  found.sort((a, b) => startOf(a) - startOf(b));
  const turns: (Turn & { readonly documents: number[] })[] = [];
  let last: (typeof turns)[number] | undefined;
  for (const d of found) {
    const start = startOf(d);
    if (last?.start === start) last.documents.push(d);
    else turns.push((last = { start, end: start + (documents[d]?.parts ?? 1) - 1, documents: [d] }));
  }
  return turns;
}
