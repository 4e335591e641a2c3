import type { AnalysedQuery } from '../rank/analyse-query.ts';
import { withParts } from '../rank/score-parts.ts';
import type { DateMention } from '../text/date-mentions.ts';
import type { Candidate } from './candidate.ts';
import { laneOf, type RankedCandidate } from './ranked-candidate.ts';
import type { IndexView, Population } from './search-index.ts';

/** What no longer holds is history: it ranks lower. */
const HISTORY_FACTOR = 0.5;
/** What holds now stands just before what it replaced. */
const JUST_BEFORE = 1.001;
/** A was replaced by B, B by C, C by D: longer chains end where they are. */
const MAX_STEPS = 3;

/**
 * Puts what holds now before what it replaced, also if it shares no word with the query. A question about the past gets what
 * held then first. A memory that the caller may not read replaces nothing: what it replaced is shown as if it held.
 */
export async function putCurrentFirst(
  view: IndexView,
  population: Population,
  query: AnalysedQuery,
  ranked: readonly RankedCandidate[],
): Promise<readonly RankedCandidate[]> {
  const replaced = ranked.filter(({ candidate, isRelevant }) => isRelevant && candidate.replaced !== undefined);
  if (replaced.length === 0) return ranked;
  const currentOf = await findCurrent(view, population, ranked);
  const isAsked = ({ candidate }: RankedCandidate): boolean => asksAbout(query, candidate);
  const scored = new Map(ranked.map((one) => [one.candidate.id, one]));
  // What is asked about comes last: nothing that is raised later may pass it.
  for (const { candidate } of replaced.toSorted((a, b) => Number(isAsked(a)) - Number(isAsked(b)))) {
    const older = scored.get(candidate.id);
    const current = currentOf(candidate);
    if (older === undefined) continue;
    if (current === undefined) {
      scored.set(candidate.id, { ...older, candidate: asHolding(candidate) });
      continue;
    }
    const newer = scored.get(current.id) ?? unranked(current);
    if (asksAbout(query, candidate)) {
      scored.set(candidate.id, atLeast(older, newer.score * JUST_BEFORE));
    } else {
      scored.set(current.id, atLeast({ ...newer, isRelevant: true }, older.score * JUST_BEFORE));
      scored.set(candidate.id, times(older, HISTORY_FACTOR));
    }
  }
  return [...scored.values()].sort((a, b) => b.score - a.score);
}

/** The same order, where what the caller may not read replaces nothing: for a pack that is not ranked by words. */
export async function withReadableEnds(
  view: IndexView,
  population: Population,
  listed: readonly RankedCandidate[],
): Promise<RankedCandidate[]> {
  const currentOf = await findCurrent(view, population, listed);
  return listed.map((one) =>
    one.candidate.replaced === undefined || currentOf(one.candidate) !== undefined
      ? one
      : { ...one, candidate: asHolding(one.candidate) },
  );
}

/** Reads the memories that hold now and that the words of the query did not find. */
async function findCurrent(
  view: IndexView,
  population: Population,
  ranked: readonly RankedCandidate[],
): Promise<(older: Candidate) => Candidate | undefined> {
  const known = new Map(ranked.map(({ candidate }) => [candidate.id, candidate]));
  for (let step = 0; step < MAX_STEPS; step++) {
    const wanted = [...known.values()].flatMap(({ replaced }) => replaced?.by ?? []).filter((id) => !known.has(id));
    const found = wanted.length === 0 ? [] : await view.memories(population, [...new Set(wanted)]);
    if (found.length === 0) break;
    for (const candidate of found) known.set(candidate.id, candidate);
  }
  return (older) => {
    let current: Candidate | undefined;
    let next = older.replaced?.by;
    for (let step = 0; next !== undefined && step < MAX_STEPS; step++) {
      const candidate = known.get(next);
      if (candidate === undefined) break;
      current = candidate;
      next = candidate.replaced?.by;
    }
    return current;
  };
}

/** Whether a query asks for a time at which a memory still held. */
const asksAbout = ({ dates, asksPast }: AnalysedQuery, { occurredAt, replaced }: Candidate): boolean =>
  asksPast || dates.some((date) => isWithin(date, occurredAt, replaced?.until ?? occurredAt));

/** Whether some day of a date in a query lies between two moments. A date without a year is of any year. */
function isWithin({ year, month, day }: DateMention, from: number, to: number): boolean {
  const first = year ?? new Date(from).getUTCFullYear();
  const last = year ?? new Date(to).getUTCFullYear();
  for (let one = first; one <= last; one++) {
    const start = Date.UTC(one, month ?? 0, day ?? 1);
    const end = month === null ? Date.UTC(one + 1, 0) : day === null ? Date.UTC(one, month + 1) : start + 86_400_000;
    if (start < to && end > from) return true;
  }
  return false;
}

const unranked = (candidate: Candidate): RankedCandidate => ({
  candidate,
  lane: laneOf(candidate),
  score: 0,
  isRelevant: true,
  parts: () => ({}),
});

// `terms` is computed when it is read, so that it is not copied with the fields.
const asHolding = (candidate: Candidate): Candidate => ({ ...candidate, terms: candidate.terms, replaced: undefined });

/** Raises a score to what it is worth to know what holds. */
const atLeast = (ranked: RankedCandidate, score: number): RankedCandidate =>
  ranked.score >= score
    ? ranked
    : { ...ranked, score, parts: withParts(ranked.parts, { current: score - ranked.score, total: score }) };

const times = (ranked: RankedCandidate, factor: number): RankedCandidate => {
  const score = ranked.score * factor;
  return { ...ranked, score, parts: withParts(ranked.parts, { historyFactor: factor, total: score }) };
};
