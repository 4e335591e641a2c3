import type { CountWriters } from '../event-writers.ts';
import { compareText } from '../text/words.ts';
import { adjustForMany, fisherExact } from '../statistics/fisher.ts';
import type { ErrorGroup } from '../playbooks/error-groups.ts';
import type { Session } from '../sessions/session.ts';
import type { SymbolRoles } from '../sessions/symbol-roles.ts';
import type { TitledDraft } from '../titled-draft.ts';
import { buildPattern } from './build-pattern.ts';
import type { Pair } from './pair.ts';
import { findPredicates, type Predicate } from './predicates.ts';

const FALSE_DISCOVERY_RATE = 0.05;
const MIN_SUPPORT = 3;
const MIN_LIFT = 1.15;
const MAX_PATTERNS = 24;
const MAX_PAIRS = 20_000;

/** Trivial pairs: an item with itself, a tool with its own result or failure, a test with its verdict, facts as effects. */
function isTrivial(cause: Predicate, effect: Predicate): boolean {
  return (
    cause === effect ||
    cause.kind === 'outcome' ||
    (effect.kind === 'outcome' && cause.symbol?.startsWith('test ') === true) ||
    (cause.symbol !== null && cause.symbol === effect.symbol) ||
    effect.kind === 'fact' ||
    effect.kind === 'repeat'
  );
}

/** Whether a step was followed directly by another one, ignoring noise. */
function isNext(session: Session, cause: string, effect: string, roles: SymbolRoles): boolean {
  const done = session.acts.filter(({ symbol }) => !roles.noise.has(symbol));
  return done.some(({ symbol }, at) => symbol === cause && done[at + 1]?.symbol === effect);
}

/**
 * Whether a pair only describes order: the next step in a routine is not an effect. Among uses, only changes count as
 * effects, and a use can cause a change only if most sessions did something else in between.
 */
function isSuccession({ cause, effect }: Pair, roles: SymbolRoles): boolean {
  if (effect.kind !== 'use' || effect.symbol === null) return false;
  if (!roles.effects.has(effect.symbol)) return true;
  if (cause.kind !== 'use' || cause.symbol === null) return false;
  const [from, to] = [cause.symbol, effect.symbol];
  const both = [...cause.seen.keys()].filter((session) => effect.seen.has(session));
  return 2 * both.filter((session) => isNext(session, from, to, roles)).length > both.length;
}

function tally(cause: Predicate, effect: Predicate, sessions: readonly Session[]): Pair | null {
  const total = effect.kind === 'outcome' ? sessions.filter((session) => session.succeeded !== null) : sessions;
  let [both, causeOnly, effectOnly, neither] = [0, 0, 0, 0];
  for (const session of total) {
    const from = cause.seen.get(session);
    const to = effect.seen.get(session);
    if (from !== undefined) {
      if (to !== undefined && to.last > from.first) both++;
      else causeOnly++;
    } else if (to !== undefined) effectOnly++;
    else neither++;
  }
  const share = (both + effectOnly) / Math.max(1, total.length);
  if (both < MIN_SUPPORT || share === 0) return null;
  const lift = both / (both + causeOnly) / share;
  return {
    cause,
    effect,
    both,
    causeOnly,
    effectOnly,
    neither,
    lift,
    pValue: fisherExact(both, causeOnly, effectOnly, neither),
    adjusted: 1,
  };
}

/**
 * Whether a stronger pair makes this one redundant: another form of the same cause (`X fails with …` beside `X is used`)
 * with the same effect, the same cause with another form of the effect, equal figures, or the reversed pair.
 */
function isSaidAlready(pair: Pair, kept: readonly Pair[]): boolean {
  return kept.some(
    (other) =>
      (other.effect.symbol === pair.effect.symbol &&
        other.cause.symbol === pair.cause.symbol &&
        (other.effect.key === pair.effect.key || other.cause.key === pair.cause.key || sameFigures(other, pair))) ||
      (other.cause.key === pair.effect.key && other.effect.key === pair.cause.key),
  );
}

function sameFigures(a: Pair, b: Pair): boolean {
  return a.both === b.both && a.causeOnly === b.causeOnly && a.effectOnly === b.effectOnly;
}

/** p-values are adjusted within a family: pairs about outcomes, about failures, about uses; facts separately. */
function familyOf({ cause, effect }: Pair): string {
  const asked = effect.kind === 'outcome' ? 'outcome' : effect.kind === 'use' ? 'use' : 'failure';
  return `${cause.kind === 'fact' ? 'fact' : 'act'} ${asked}`;
}

/** The most important effects first: outcomes, then failures, then changes. */
function rank(pair: Pair): number {
  if (pair.effect.kind === 'outcome') return 0;
  if (pair.effect.kind === 'error' || pair.effect.kind === 'anyError') return 1;
  return 2;
}

/**
 * Ordered pairs (a predicate → a later one in the session) that co-occur more often than by chance, by Fisher's exact
 * test, adjusted for all pairs of the same family.
 */
export function findPatterns(
  sessions: readonly Session[],
  groups: readonly ErrorGroup[],
  roles: SymbolRoles,
  writers: CountWriters,
): TitledDraft[] {
  const predicates = findPredicates(sessions, groups, roles);
  const families = new Map<string, Pair[]>();
  let compared = 0;
  for (const cause of predicates)
    for (const effect of predicates) {
      if (isTrivial(cause, effect) || compared >= MAX_PAIRS) continue;
      compared++;
      const pair = tally(cause, effect, sessions);
      if (pair === null) continue;
      const family = families.get(familyOf(pair));
      if (family === undefined) families.set(familyOf(pair), [pair]);
      else family.push(pair);
    }
  const kept: Pair[] = [];
  for (const family of families.values()) {
    const adjusted = adjustForMany(family.map(({ pValue }) => pValue));
    family.forEach((pair, at) => (pair.adjusted = adjusted[at] ?? 1));
  }
  const significant = [...families.values()]
    .flat()
    .filter((pair) => pair.adjusted < FALSE_DISCOVERY_RATE && pair.lift >= MIN_LIFT && !isSuccession(pair, roles));
  significant.sort(
    (a, b) =>
      rank(a) - rank(b) ||
      a.adjusted - b.adjusted ||
      b.lift - a.lift ||
      compareText(a.cause.key + a.effect.key, b.cause.key + b.effect.key),
  );
  for (const pair of significant) if (kept.length < MAX_PATTERNS && !isSaidAlready(pair, kept)) kept.push(pair);
  return kept.map((pair) => buildPattern(pair, sessions, writers));
}
