import { taskGoals } from '../comparing/task-goals.ts';
import type { CountWriters } from '../event-writers.ts';
import type { ErrorGroup } from '../playbooks/error-groups.ts';
import type { Session } from '../sessions/session.ts';
import type { SymbolRoles } from '../sessions/symbol-roles.ts';
import { adjustForMany } from '../statistics/fisher.ts';
import { compareText } from '../text/words.ts';
import type { TitledDraft } from '../titled-draft.ts';
import { buildPattern } from './build-pattern.ts';
import { comparedIn, comparePair, placesOf } from './compare-pair.ts';
import type { Pair } from './pair.ts';
import { findPredicates, type Predicate } from './predicates.ts';

const FALSE_DISCOVERY_RATE = 0.05;
const MAX_PATTERNS = 24;
const MAX_PAIRS = 20_000;

/** What an effect can be: an outcome or a failure. That a later step is taken only shows the routine, or the user's wish. */
const isEffect = ({ kind }: Predicate): boolean => kind === 'outcome' || kind === 'error' || kind === 'anyError';

/** Trivial pairs: a tool with its own failure, a test with its verdict. */
function isTrivial(cause: Predicate, effect: Predicate): boolean {
  return (
    cause.kind === 'outcome' ||
    (effect.kind === 'outcome' && cause.symbol?.startsWith('test ') === true) ||
    (cause.symbol !== null && cause.symbol === effect.symbol)
  );
}

/** Whether a stronger pair makes this one redundant: other forms of the same cause and effect (`X fails` beside `X is used`). */
const isSaidAlready = (pair: Pair, kept: readonly Pair[]): boolean =>
  kept.some(({ cause, effect }) => effect.symbol === pair.effect.symbol && cause.symbol === pair.cause.symbol);

/** The first {@link MAX_PAIRS} pairs that are not trivial, by cause. */
function pairUp(
  causes: readonly Predicate[],
  effects: readonly Predicate[],
): { readonly cause: Predicate; readonly effects: readonly Predicate[] }[] {
  let left = MAX_PAIRS;
  return causes.map((cause) => {
    const some = effects.filter((effect) => !isTrivial(cause, effect)).slice(0, left);
    left -= some.length;
    return { cause, effects: some };
  });
}

/** p-values are adjusted within a family: pairs about outcomes, about failures; facts separately. */
const familyOf = ({ cause, effect }: Pair): string =>
  `${cause.kind === 'fact' ? 'fact' : 'act'} ${effect.kind === 'outcome' ? 'outcome' : 'failure'}`;

/** The most important effects first: outcomes, then failures. */
const rank = ({ effect }: Pair): number => (effect.kind === 'outcome' ? 0 : 1);

/**
 * Ordered pairs (something that was done, failed or was shown → a later outcome or failure in the session) that occur more
 * often together than by chance in sessions of the same task, or of tasks with the same goal. Adjusted for all pairs of the
 * same family.
 */
export function findPatterns(
  sessions: readonly Session[],
  groups: readonly ErrorGroup[],
  roles: SymbolRoles,
  writers: CountWriters,
): TitledDraft[] {
  const predicates = findPredicates(sessions, groups, roles);
  const effects = predicates.filter(isEffect);
  const goalOf = taskGoals(sessions, roles);
  const isJudged = ({ verdict }: Session): boolean => verdict !== null;
  const [all, judged] = [comparedIn(sessions, goalOf, () => true), comparedIn(sessions, goalOf, isJudged)];
  const placeOf = new Map(sessions.map((session, at) => [session, at]));
  const placed = new Map(effects.map((effect) => [effect, placesOf(effect, placeOf, () => true)]));
  const pairs = pairUp(predicates, effects).flatMap(({ cause, effects: some }) => {
    const having = placed.get(cause) ?? placesOf(cause, placeOf, () => true);
    const havingJudged = placesOf(cause, placeOf, isJudged);
    return some.flatMap((effect) => {
      const to = placed.get(effect);
      if (to === undefined) return [];
      return (effect.kind === 'outcome' ? comparePair(havingJudged, to, judged) : comparePair(having, to, all)) ?? [];
    });
  });
  const families = new Map<string, Pair[]>();
  for (const pair of pairs) families.set(familyOf(pair), [...(families.get(familyOf(pair)) ?? []), pair]);
  for (const family of families.values()) {
    const adjusted = adjustForMany(family.map(({ pValue }) => pValue));
    family.forEach((pair, at) => (pair.adjusted = adjusted[at] ?? 1));
  }
  const significant = pairs
    .filter(({ adjusted }) => adjusted < FALSE_DISCOVERY_RATE)
    .sort(
      (a, b) =>
        rank(a) - rank(b) ||
        a.adjusted - b.adjusted ||
        compareText(a.cause.key + a.effect.key, b.cause.key + b.effect.key),
    );
  const kept: Pair[] = [];
  for (const pair of significant) if (kept.length < MAX_PATTERNS && !isSaidAlready(pair, kept)) kept.push(pair);
  return kept.map((pair) => buildPattern(pair, writers));
}
