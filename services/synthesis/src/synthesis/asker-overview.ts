import { newestFirst } from '../rank/rank.ts';
import { isServedPerson } from '@strata/kernel/speaker-roles';
import type { SessionNotes } from '../sessions/session-notes.ts';
import type { Candidate } from './candidate.ts';
import type { RankedCandidate } from './ranked-candidate.ts';
import type { IndexView, Population } from './search-index.ts';

/** Of so many of the newest memories those are shown that the person said. */
const NEWEST = 1_000;

/**
 * What the person who asks has said, for a query about them that names no subject ("What do you know about me?"): the most
 * important first, then the newest. Questions say little of who asks them. Where an agent serves several customers, only what
 * was said in sessions that name an identifier of the query; `named` are its identifiers. Null if no memory is of the person
 * whom a program serves.
 */
export async function askerOverview(
  view: IndexView,
  population: Population,
  named: ReadonlySet<string>,
): Promise<RankedCandidate[] | null> {
  if (!population.kinds.includes('memory')) return null;
  const newest = await view.newest(population, 'memory', NEWEST);
  const said = newest.filter(({ speaker, asks }) => isServedPerson(speaker) && !asks);
  if (said.length === 0) return null;
  const sessions = new Set(said.flatMap(({ sessionId }) => sessionId ?? []));
  const notes = await view.sessionNotes(population.agentId, [...sessions], [...named]);
  return said
    .filter((candidate) => isOfAsker(candidate, notes, named))
    .sort((a, b) => b.importance - a.importance || newestFirst(a, b))
    .map((candidate) => ({
      candidate,
      lane: 'evidence',
      score: candidate.importance,
      isRelevant: true,
      parts: () => ({ total: candidate.importance }),
    }));
}

/** Whether no other customer may have said it. */
function isOfAsker({ sessionId }: Candidate, { sessions, scopes }: SessionNotes, named: ReadonlySet<string>): boolean {
  const servesSeveral =
    scopes.some(({ identifierForms }) => identifierForms.length > 0) ||
    sessions.some(({ identifiers }) => identifiers.length > 0);
  return (
    !servesSeveral ||
    sessions.some((session) => session.sessionId === sessionId && session.identifiers.some((one) => named.has(one)))
  );
}
