import type { Candidate } from './candidate.ts';
import { namedShares } from './named-changes.ts';
import type { RankedCandidate } from './ranked-candidate.ts';
import type { CompiledArtifact } from './search-index.ts';
import { weighByFeedback } from './weigh-by-feedback.ts';

/** As many of the nearest sessions vote. More of them say what is asked for most, fewer what is asked for here. */
const VOTERS = 30;
/** The weight of a session is its score to this power: near sessions have more to say than many that are less near. */
const NEARNESS = 2;
/** A change has up to so many times its votes if the query says its whole name; by half of a name it gains little. */
const MOST_GAIN = 4;
/** A change is wanted if it has this share of the votes of the first one. */
const LEADING_SHARE = 0.45;
/** Another artifact belongs to what is wanted if this share of its votes comes from sessions that led there. */
const BELONGS_FROM = 0.8;
const MOST_GUIDES = 8;

/** A request from which artifacts were compiled. */
export interface NearRequest {
  readonly id: string;
  readonly session: string;
  /** How near its session is to the query; above 0. */
  readonly score: number;
}

/** An artifact with the requests that led to it, and the share of the query's weight that its own text covers. */
export interface Guide extends CompiledArtifact {
  readonly coverage: number;
}

/** A guide with the sessions that voted for it. */
interface VotedGuide extends Guide {
  readonly sessions: ReadonlySet<string>;
  /** For the order of the guides: more if its own text covers the query, or if the query names its change. */
  readonly votes: number;
}

/**
 * The artifacts for the goal of a query, by the votes of the sessions nearest to it. A session votes with its weight for each
 * change that an artifact compiled from it is about: artifacts about one change share their votes, however few sessions each
 * of them rests on. A change that the query names has more votes. The changes with most votes are wanted, and an artifact is
 * shown if all of its changes are. One about no change, such as a stated rule, needs as many votes itself as the first change
 * has, or votes of sessions that led to what is wanted. The best artifact of each change comes first, and procedures before
 * the rest: how to do it helps more than what was seen of it.
 */
export function chooseGuides(
  compiled: readonly Guide[],
  near: readonly NearRequest[],
  queryTerms: ReadonlySet<string>,
): RankedCandidate[] {
  const voters = votersOf(near);
  const total = [...voters.values()].reduce((sum, weight) => sum + weight, 0);
  const gainOf = namingGain(compiled, queryTerms);
  const voted = votesOf(compiled, { near, voters, gainOf });
  const isWanted = wantedGuides(voted, { voters, gainOf });
  const wanted = new Set(voted.filter(isWanted).flatMap(({ sessions }) => [...sessions]));
  const belonging = voted.filter((guide) => {
    if (isWanted(guide)) return true;
    const shared = new Set([...guide.sessions].filter((key) => wanted.has(key)));
    return changesOf(guide).length === 0 && sumOf(shared, voters) >= BELONGS_FROM * sumOf(guide.sessions, voters);
  });
  const ranked = belonging.map(({ artifact, votes }): RankedCandidate => {
    const share = votes / total;
    return {
      candidate: artifact,
      lane: 'guide',
      score: share,
      isRelevant: true,
      parts: () => ({ goal: share, total: share }),
    };
  });
  return eachChangeFirst(weighByFeedback(proceduresFirst(ranked))).slice(0, MOST_GUIDES);
}

const proceduresFirst = (ranked: readonly RankedCandidate[]): RankedCandidate[] =>
  ranked.toSorted((a, b) => Number(isProcedure(b.candidate)) - Number(isProcedure(a.candidate)));

/** The best guide of each change first, then further guides of these changes and guides about no change. */
function eachChangeFirst(ranked: readonly RankedCandidate[]): RankedCandidate[] {
  const covered = new Set<string>();
  const best: RankedCandidate[] = [];
  const further: RankedCandidate[] = [];
  for (const guide of ranked) {
    const { changes = [] } = guide.candidate;
    const coversMore = changes.some((change) => !covered.has(change));
    if (coversMore) best.push(guide);
    else further.push(guide);
    for (const change of changes) covered.add(change);
  }
  return [...best, ...further];
}

interface Voting {
  /** The weights of the sessions that vote. */
  readonly voters: ReadonlyMap<string, number>;
  /** How many times its votes a change has. */
  readonly gainOf: (change: string) => number;
}

/** The guides that sessions voted for, most votes first. */
function votesOf(
  compiled: readonly Guide[],
  { near, voters, gainOf }: Voting & { readonly near: readonly NearRequest[] },
): VotedGuide[] {
  const sessionOf = new Map(near.map(({ id, session }) => [id, session]));
  return compiled
    .map((guide) => {
      const sessions = new Set(guide.memoryIds.map((id) => sessionOf.get(id) ?? '').filter((key) => voters.has(key)));
      const gains = changesOf(guide).map(gainOf);
      const votes = (1 + guide.coverage) * Math.max(1, ...gains) * sumOf(sessions, voters);
      return { ...guide, sessions, votes };
    })
    .filter(({ votes }) => votes > 0)
    .sort(
      (a, b) =>
        b.votes - a.votes ||
        b.artifact.confidence - a.artifact.confidence ||
        (a.artifact.termText < b.artifact.termText ? -1 : 1),
    );
}

/** How many times its votes a change has: more if the query names it. */
function namingGain(compiled: readonly Guide[], queryTerms: ReadonlySet<string>): Voting['gainOf'] {
  const named = namedShares(new Set(compiled.flatMap(changesOf)), queryTerms);
  return (change) => 1 + (MOST_GAIN - 1) * (named.get(change) ?? 0) ** 2;
}

/** Returns whether the changes of a guide have enough votes. Where no guide is about a change, guides are compared with each other. */
function wantedGuides(voted: readonly VotedGuide[], { voters, gainOf }: Voting): (guide: VotedGuide) => boolean {
  const sessionsOf = new Map<string, Set<string>>();
  for (const guide of voted)
    for (const change of changesOf(guide)) {
      const known = sessionsOf.get(change);
      if (known === undefined) sessionsOf.set(change, new Set(guide.sessions));
      else for (const key of guide.sessions) known.add(key);
    }
  const votes = new Map(
    [...sessionsOf].map(([change, sessions]) => [change, gainOf(change) * sumOf(sessions, voters)]),
  );
  const someAreAboutChanges = votes.size > 0;
  const most = Math.max(
    ...(someAreAboutChanges ? votes.values() : voted.map(({ sessions }) => sumOf(sessions, voters))),
  );
  const enough = LEADING_SHARE * most;
  return (guide) => {
    const changes = changesOf(guide);
    return changes.length > 0
      ? changes.every((change) => (votes.get(change) ?? 0) >= enough)
      : sumOf(guide.sessions, voters) >= (someAreAboutChanges ? most : enough);
  };
}

const changesOf = ({ artifact: { changes = [] } }: Guide): readonly string[] => changes;

const isProcedure = ({ subtype }: Candidate): boolean => subtype === 'task_schema';

/** The weight of the nearest sessions: 1 for the nearest. */
function votersOf(near: readonly NearRequest[]): Map<string, number> {
  const scores = new Map<string, number>();
  for (const { session, score } of near) scores.set(session, score);
  const nearest = [...scores].sort((a, b) => b[1] - a[1]).slice(0, VOTERS);
  const best = nearest[0]?.[1] ?? 1;
  return new Map(nearest.map(([key, score]) => [key, (score / best) ** NEARNESS]));
}

/** Adds in the order of the weights: the order of the keys depends on the database, and a sum on its order. */
function sumOf(keys: ReadonlySet<string>, weights: ReadonlyMap<string, number>): number {
  let sum = 0;
  for (const [key, weight] of weights) if (keys.has(key)) sum += weight;
  return sum;
}
