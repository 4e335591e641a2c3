import { isPerson } from '@strata/kernel/speaker-roles';
import { termWeights } from '../rank/query-weights.ts';
import { newestFirst } from '../rank/rank.ts';
import type { Turn } from '../rank/wanted-neighbours.ts';
import { foundMemories, type LaneSearch } from './arm-search.ts';
import type { Candidate } from './candidate.ts';
import { chooseGuides } from './choose-guides.ts';
import { isAboutRequests } from './is-about-requests.ts';
import { termMatcher, type TermMatch } from './match-terms.ts';
import type { RankedCandidate } from './ranked-candidate.ts';
import { scoreSessions } from './score-sessions.ts';
import type { IndexView, Population } from './search-index.ts';

/** As many of the nearest sessions are looked up: not all of them led to an artifact. */
const MOST_SESSIONS = 40;
/** Of the statements that hold words of the query, as many are looked up. */
const MOST_FOUND = 60;
/** The positions of a session at which its request mostly stands. */
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
    session: memory.sessionId ?? '',
    isOfPerson: isPerson(memory.speaker),
    ...match(memory),
  });
  // Of sessions that are equally near, the newest come first.
  const said = memories.filter(isSaid).toSorted(newestFirst).map(toStatement);
  const nearest = [...scoreSessions(peoplesOf(said), weights)].slice(0, MOST_SESSIONS);
  const sessions = new Set(nearest.map(([session]) => session));
  const openings = await view.turns({ ...population, kinds: ['memory'] }, openingTurns(sessions));
  const found = said.filter(({ session }) => sessions.has(session)).toSorted((a, b) => b.score - a.score);
  const statements = [...found.slice(0, MOST_FOUND), ...openings.filter(isSaid).map(toStatement)];
  if (statements.length === 0) return [];
  const compiled = await view.compiledFrom(population, [...new Set(statements.map(({ id }) => id))]);
  const guides = compiled
    .filter(({ artifact }) => artifact.subtype !== 'failure_playbook')
    .map((guide) => ({ ...guide, coverage: match(guide.artifact).coverage }));
  const sources = new Set(guides.flatMap(({ memoryIds }) => memoryIds));
  const requests = statements.filter(({ id }) => sources.has(id));
  if (!isAboutRequests(query, requests, statistics)) return [];
  const near = nearest.flatMap(([session, score]) =>
    requests.filter((request) => request.session === session).map(({ id }) => ({ id, session, score })),
  );
  return chooseGuides(guides, near, new Set(query.terms));
}

/** A statement, with its session and how well it matches the query itself. */
interface Statement extends TermMatch {
  readonly id: string;
  readonly session: string;
  readonly isOfPerson: boolean;
}

/** Requests stand at the beginning of a session. They lead to its artifacts, even if the query has none of their words. */
const openingTurns = (sessions: ReadonlySet<string>): Turn[] =>
  [...sessions].flatMap((sessionId) => OPENING.map((position) => ({ sessionId, position })));

/** Findings have no speaker: what tools returned says little about what was asked for. */
const isSaid = ({ kind, speaker, sessionId }: Candidate): boolean =>
  kind === 'memory' && speaker !== null && sessionId !== null;

/** What people said; of a session in which only programs spoke, all. What a program answers says less about what was asked for. */
function peoplesOf(said: readonly Statement[]): Statement[] {
  const withPeople = new Set(said.filter(({ isOfPerson }) => isOfPerson).map(({ session }) => session));
  return said.filter(({ isOfPerson, session }) => isOfPerson || !withPeople.has(session));
}
