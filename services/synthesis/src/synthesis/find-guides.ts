import { isPerson } from '@strata/kernel/speaker-roles';
import { termWeights } from '../rank/query-weights.ts';
import { foundMemories, type LaneSearch } from './arm-search.ts';
import type { Candidate } from './candidate.ts';
import { chooseGuides } from './choose-guides.ts';
import { isAboutRequests } from './is-about-requests.ts';
import { termMatcher, type TermMatch } from './match-terms.ts';
import type { RankedCandidate } from './ranked-candidate.ts';
import { scoreSessions } from './score-sessions.ts';
import type { Turn } from '../rank/wanted-neighbours.ts';
import type { IndexView, Population } from './search-index.ts';

/** As many of the nearest sessions are looked up: not all of them led to an artifact. */
const MOST_SESSIONS = 40;
/** The positions of a session at which its request stands. */
const OPENING = [0, 1, 2, 3];

/**
 * Rules and procedures for the goal of a query: artifacts compiled from sessions in which people said similar things. The words of
 * an artifact itself only add to that: they are mostly names of tools, which users do not know.
 */
export async function findGuides(
  view: IndexView,
  population: Population,
  { query, statistics, ...search }: LaneSearch,
): Promise<RankedCandidate[]> {
  if (statistics.artifacts === 0 || !population.kinds.includes('artifact')) return [];
  const memories = await foundMemories(view, population, search);
  const weights = termWeights(query, new Set(), statistics);
  const match = termMatcher(weights, statistics);
  const toStatement = (memory: Candidate): Statement => ({
    id: memory.id,
    session: sessionOf(memory),
    ...match(memory),
  });
  const said = memories.filter(isSaid);
  const sessions = nearestSessions(scoreSessions(peoplesOr(said).map(toStatement), weights));
  const openings = await view.turns({ ...population, kinds: ['memory'] }, openingTurns(said, sessions));
  const requests = [...openings.filter(isSaid), ...said.filter(({ sessionId }) => sessionId === null)]
    .map(toStatement)
    .filter(({ session }) => sessions.has(session));
  if (requests.length === 0) return [];
  const compiled = await view.compiledFrom(
    population,
    requests.map(({ id }) => id),
  );
  const guides = compiled
    .filter(({ artifact }) => artifact.subtype !== 'failure_playbook')
    .map((guide) => ({ ...guide, coverage: match(guide.artifact).coverage }));
  const sources = new Set(guides.flatMap(({ memoryIds }) => memoryIds));
  const leading = requests.filter(({ id }) => sources.has(id));
  if (!isAboutRequests(query, leading, statistics)) return [];
  const near = leading.map(({ id, session }) => ({ id, session, score: sessions.get(session) ?? 0 }));
  return chooseGuides(guides, near, new Set(query.terms));
}

/** A statement, with its session and how well it matches the query itself. */
interface Statement extends TermMatch {
  readonly id: string;
  readonly session: string;
}

const nearestSessions = (scores: ReadonlyMap<string, number>): Map<string, number> =>
  new Map(
    [...scores]
      .filter(([, score]) => score > 0)
      .sort((a, b) => b[1] - a[1])
      .slice(0, MOST_SESSIONS),
  );

/** Requests stand at the beginning of a session. They lead to its artifacts, even if the query has none of their words. */
function openingTurns(said: readonly Candidate[], sessions: ReadonlyMap<string, number>): Turn[] {
  const ids = new Set(said.flatMap(({ sessionId }) => sessionId ?? []).filter((id) => sessions.has(id)));
  return [...ids].flatMap((sessionId) => OPENING.map((position) => ({ sessionId, position })));
}

const sessionOf = ({ id, sessionId }: Candidate): string => sessionId ?? id;

/** Findings have no speaker: what tools returned says little about what was asked for. */
const isSaid = ({ kind, speaker }: Candidate): boolean => kind === 'memory' && speaker !== null;

/** What people said, or everything if only programs spoke: what a program answers says less about what was asked for. */
function peoplesOr(said: readonly Candidate[]): readonly Candidate[] {
  const peoples = said.filter(({ speaker }) => isPerson(speaker));
  return peoples.length > 0 ? peoples : said;
}
