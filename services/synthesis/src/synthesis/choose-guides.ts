import type { Candidate } from './candidate.ts';
import type { RankedCandidate } from './ranked-candidate.ts';
import type { CompiledArtifact } from './search-index.ts';

/** As many of the nearest sessions vote. More of them say what is asked for most, fewer what is asked for here. */
const VOTERS = 30;
/** A goal is shown if it has this share of the votes of the first one. */
const LEADING_SHARE = 0.6;
/** A narrower artifact belongs to the goals shown if this share of its votes comes from sessions that had them. */
const BELONGS_FROM = 0.8;
const MOST_GUIDES = 8;

/** A request near to the query: a memory from which artifacts were compiled. */
export interface NearRequest {
  readonly id: string;
  readonly sessionId: string | null;
  /** Above 0. */
  readonly score: number;
}

/** An artifact with the requests that led to it, and the share of the query's weight that its own text covers. */
export interface Guide extends CompiledArtifact {
  readonly coverage: number;
}

/**
 * The artifacts for the goal of a query, by the votes of the sessions with the nearest requests: each session votes with its
 * score for the artifacts that were compiled from it, and for up to twice as much if their own text covers the query. Those with most votes are the goals; narrower artifacts, such as the
 * precondition of a change, follow if they come from sessions that had these goals. Best first (`near` too), but procedures
 * before the rest: how to do it helps more than what was seen of it.
 */
export function chooseGuides(compiled: readonly Guide[], near: readonly NearRequest[]): RankedCandidate[] {
  const voters = nearestSessions(near);
  const total = [...voters.values()].reduce((sum, weight) => sum + weight, 0);
  const sessionOf = new Map(near.map((memory) => [memory.id, sessionKey(memory)]));
  const voted = compiled
    .map(({ artifact, memoryIds, coverage }) => {
      const sessions = new Set(memoryIds.map((id) => sessionOf.get(id) ?? '').filter((key) => voters.has(key)));
      return { artifact, sessions, votes: (1 + coverage) * sumOf(sessions, voters) };
    })
    .filter(({ votes }) => votes > 0)
    .sort(
      (a, b) =>
        b.votes - a.votes ||
        b.artifact.confidence - a.artifact.confidence ||
        (a.artifact.termText < b.artifact.termText ? -1 : 1),
    );
  const enough = LEADING_SHARE * (voted[0]?.votes ?? 0);
  const ofGoals = new Set(voted.filter(({ votes }) => votes >= enough).flatMap(({ sessions }) => [...sessions]));
  return voted
    .filter(({ sessions, votes }) => {
      const shared = new Set([...sessions].filter((key) => ofGoals.has(key)));
      return votes >= enough || sumOf(shared, voters) >= BELONGS_FROM * sumOf(sessions, voters);
    })
    .slice(0, MOST_GUIDES)
    .sort((a, b) => Number(isProcedure(b.artifact)) - Number(isProcedure(a.artifact)))
    .map(({ artifact, votes }) => {
      const share = votes / total;
      return {
        candidate: artifact,
        lane: 'guide',
        score: share,
        isRelevant: true,
        parts: { goal: share, total: share },
      };
    });
}

const isProcedure = ({ subtype }: Candidate): boolean => subtype === 'task_schema';

/** The weight of the nearest sessions: 1 for the nearest. */
function nearestSessions(near: readonly NearRequest[]): Map<string, number> {
  const scores = new Map<string, number>();
  for (const request of near)
    scores.set(sessionKey(request), Math.max(scores.get(sessionKey(request)) ?? 0, request.score));
  const nearest = [...scores].sort((a, b) => b[1] - a[1]).slice(0, VOTERS);
  const best = nearest[0]?.[1] ?? 1;
  return new Map(nearest.map(([key, score]) => [key, score / best]));
}

const sessionKey = ({ id, sessionId }: NearRequest): string => sessionId ?? id;

/** Adds in the order of the weights: the order of the keys depends on the database, and a sum on its order. */
function sumOf(keys: ReadonlySet<string>, weights: ReadonlyMap<string, number>): number {
  let sum = 0;
  for (const [key, weight] of weights) if (keys.has(key)) sum += weight;
  return sum;
}
