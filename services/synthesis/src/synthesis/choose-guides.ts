import type { Candidate } from './candidate.ts';
import type { RankedCandidate } from './ranked-candidate.ts';
import type { CompiledArtifact } from './search-index.ts';

/** As many of the nearest sessions vote. More of them say what is asked for most, fewer what is asked for here. */
const VOTERS = 30;
/** A change is wanted if it has this share of the votes of the first one. */
const LEADING_SHARE = 0.5;
/** Another artifact belongs to what is wanted if this share of its votes comes from sessions that led there. */
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

/** A guide with the sessions that voted for it. */
interface VotedGuide extends Guide {
  readonly sessions: ReadonlySet<string>;
  /** More if its own text covers the query. It only orders the guides. */
  readonly votes: number;
}

/**
 * The artifacts for the goal of a query, by the votes of the sessions with the nearest requests. A session votes with its
 * score, for each change that an artifact compiled from it is about: artifacts about one change share their votes, however
 * few sessions each of them rests on. The changes with most votes are wanted, and an artifact is shown if all of its changes
 * are. One about no change, such as a stated rule, needs as many votes itself, or votes of sessions that led to what is wanted.
 * Best first (`near` too), but procedures before the rest: how to do it helps more than what was seen of it.
 */
export function chooseGuides(compiled: readonly Guide[], near: readonly NearRequest[]): RankedCandidate[] {
  const voters = nearestSessions(near);
  const total = [...voters.values()].reduce((sum, weight) => sum + weight, 0);
  const voted = votesOf(compiled, near, voters);
  const isWanted = wantedGuides(voted, voters);
  const wanted = new Set(voted.filter(isWanted).flatMap(({ sessions }) => [...sessions]));
  return voted
    .filter((guide) => {
      if (isWanted(guide)) return true;
      const shared = new Set([...guide.sessions].filter((key) => wanted.has(key)));
      return changesOf(guide).length === 0 && sumOf(shared, voters) >= BELONGS_FROM * sumOf(guide.sessions, voters);
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
        parts: () => ({ goal: share, total: share }),
      };
    });
}

/** The guides that sessions voted for, most votes first. */
function votesOf(
  compiled: readonly Guide[],
  near: readonly NearRequest[],
  voters: ReadonlyMap<string, number>,
): VotedGuide[] {
  const sessionOf = new Map(near.map((memory) => [memory.id, sessionKey(memory)]));
  return compiled
    .map((guide) => {
      const sessions = new Set(guide.memoryIds.map((id) => sessionOf.get(id) ?? '').filter((key) => voters.has(key)));
      return { ...guide, sessions, votes: (1 + guide.coverage) * sumOf(sessions, voters) };
    })
    .filter(({ votes }) => votes > 0)
    .sort(
      (a, b) =>
        b.votes - a.votes ||
        b.artifact.confidence - a.artifact.confidence ||
        (a.artifact.termText < b.artifact.termText ? -1 : 1),
    );
}

/** Returns whether the changes of a guide have enough votes. Where no guide is about a change, guides are compared with each other. */
function wantedGuides(
  voted: readonly VotedGuide[],
  voters: ReadonlyMap<string, number>,
): (guide: VotedGuide) => boolean {
  const sessionsOf = new Map<string, Set<string>>();
  for (const guide of voted)
    for (const change of changesOf(guide)) {
      const known = sessionsOf.get(change);
      if (known === undefined) sessionsOf.set(change, new Set(guide.sessions));
      else for (const key of guide.sessions) known.add(key);
    }
  const votes = new Map([...sessionsOf].map(([change, sessions]) => [change, sumOf(sessions, voters)]));
  const most = Math.max(...(votes.size > 0 ? votes.values() : voted.map(({ sessions }) => sumOf(sessions, voters))));
  const enough = LEADING_SHARE * most;
  return (guide) => {
    const changes = changesOf(guide);
    return changes.length > 0
      ? changes.every((change) => (votes.get(change) ?? 0) >= enough)
      : sumOf(guide.sessions, voters) >= enough;
  };
}

const changesOf = ({ artifact: { changes = [] } }: VotedGuide): readonly string[] => changes;

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
