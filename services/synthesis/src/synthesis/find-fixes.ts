import { termWeights } from '../rank/query-weights.ts';
import { foundMemories, type LaneSearch } from './arm-search.ts';
import type { Candidate } from './candidate.ts';
import { termMatcher, type TermMatch } from './match-terms.ts';
import type { RankedCandidate } from './ranked-candidate.ts';
import type { IndexView, Population } from './search-index.ts';

/** A known error is the same if it has this share of the words of the query, of one of its lines, or of its own: either can be the longer text. */
const SAME_FROM = 0.6;
/** A line of fewer words names no error. */
const LEAST_WORDS = 2;
/** What differs from one occurrence of an error to the next. */
const VARIES = /\d/;
/** Errors that score less than this share of the nearest one are others. */
const NEAR_SHARE = 0.7;
const MOST_ERRORS = 50;
const MOST_PLAYBOOKS = 2;
const MOST_RESOLUTIONS = 3;

interface Matched extends TermMatch {
  readonly candidate: Candidate;
}

/**
 * What overcame the error in a query: the playbooks compiled from the nearest known errors, then how single ones were
 * overcome. Whatever varies in an error, such as a number or a path, one of its occurrences is near.
 */
export async function findFixes(
  view: IndexView,
  population: Population,
  { query, statistics, ...search }: LaneSearch,
): Promise<RankedCandidate[]> {
  const memories = await foundMemories(view, population, search);
  if (!memories.some(({ subtype }) => subtype === 'error')) return [];
  const match = termMatcher(termWeights(query, new Set(), statistics), statistics);
  const matched = memories.map((candidate) => ({ candidate, ...match(candidate) }));
  if (!isError(matched)) return [];
  const texts = [query.terms, ...query.lines].map(withoutVarying).filter(({ length }) => length >= LEAST_WORDS);
  const same = matched.filter((one) => isSame(one, texts));
  const errors = nearest(same.filter(({ candidate }) => candidate.subtype === 'error')).slice(0, MOST_ERRORS);
  const resolutions = population.kinds.includes('memory')
    ? nearest(same.filter(({ candidate }) => candidate.subtype === 'error_resolution'))
    : [];
  return [
    ...(await findPlaybooks(view, population, errors)),
    ...resolutions.slice(0, MOST_RESOLUTIONS).map(({ candidate, score }) => inLane(candidate, score)),
  ];
}

/** Whether an error that occurred holds more of a query than anything that was said. */
function isError(matched: readonly Matched[]): boolean {
  const most = (isOne: (candidate: Candidate) => boolean): number =>
    Math.max(0, ...matched.map(({ candidate, coverage }) => (isOne(candidate) ? coverage : 0)));
  return most(({ subtype }) => subtype === 'error') > most(({ speaker }) => speaker !== null);
}

/** Whether a known error shares most words with the query, with one of its lines, or most of its own with the query. */
function isSame({ candidate, terms }: Matched, texts: readonly (readonly string[])[]): boolean {
  const shared = new Set(withoutVarying(terms));
  const own = new Set(withoutVarying(candidate.terms));
  return (
    shared.size >= SAME_FROM * own.size ||
    texts.some((text) => text.filter((term) => shared.has(term)).length >= SAME_FROM * text.length)
  );
}

const withoutVarying = (terms: readonly string[]): string[] => terms.filter((term) => !VARIES.test(term));

function nearest(matched: readonly Matched[]): Matched[] {
  const best = Math.max(0, ...matched.map(({ score }) => score));
  return matched.filter(({ score }) => score > 0 && score >= NEAR_SHARE * best).sort((a, b) => b.score - a.score);
}

/** The playbooks that the nearest errors belong to, by how near these are. */
async function findPlaybooks(
  view: IndexView,
  population: Population,
  errors: readonly Matched[],
): Promise<RankedCandidate[]> {
  if (errors.length === 0 || !population.kinds.includes('artifact')) return [];
  const scores = new Map(errors.map(({ candidate, score }) => [candidate.id, score]));
  const compiled = await view.compiledFrom(population, [...scores.keys()]);
  return compiled
    .filter(({ artifact }) => artifact.subtype === 'failure_playbook')
    .map(({ artifact, memoryIds }) => inLane(artifact, Math.max(...memoryIds.map((id) => scores.get(id) ?? 0))))
    .sort((a, b) => b.score - a.score || b.candidate.confidence - a.candidate.confidence)
    .slice(0, MOST_PLAYBOOKS);
}

const inLane = (candidate: Candidate, score: number): RankedCandidate => ({
  candidate,
  lane: 'fix',
  score,
  isRelevant: true,
  parts: () => ({ error: score, total: score }),
});
