import { Population } from '../comparing/compare-sessions.ts';
import type { Session } from '../sessions/session.ts';
import type { Pair } from './pair.ts';
import type { Predicate } from './predicates.ts';

const MIN_SUPPORT = 4;
const MIN_LIFT = 1.15;

/** Sessions in which pairs can be compared, of all sessions. */
export interface Compared {
  readonly all: readonly Session[];
  /** How many can be compared. */
  readonly size: number;
  readonly population: Population;
}

export const comparedIn = (
  all: readonly Session[],
  goalOf: ReadonlyMap<string, string>,
  isMember: (session: Session) => boolean,
): Compared => ({ all, size: all.filter(isMember).length, population: new Population(all, goalOf, isMember) });

/** A predicate with sessions that have it, by their places in the list of all sessions: pairs are many, and compared so. */
export interface Placed {
  readonly predicate: Predicate;
  readonly sessions: readonly number[];
  /** For each of these sessions the first position. */
  readonly first: readonly number[];
  /** For each session of the list the last position; -1 for a session without it. */
  readonly last: Int32Array;
}

/** Some sessions with the predicate. */
export function placesOf(
  predicate: Predicate,
  placeOf: ReadonlyMap<Session, number>,
  isMember: (session: Session) => boolean,
): Placed {
  const sessions: number[] = [];
  const first: number[] = [];
  const last = new Int32Array(placeOf.size).fill(-1);
  for (const [session, place] of predicate.seen) {
    const at = placeOf.get(session);
    if (at === undefined || !isMember(session)) continue;
    sessions.push(at);
    first.push(place.first);
    last[at] = place.last;
  }
  return { predicate, sessions, first, last };
}

/** Compares the sessions with the cause, then the effect, with comparable ones. Null if they are few or do not differ. */
export function comparePair(cause: Placed, effect: Placed, { all, size, population }: Compared): Pair | null {
  const showing: number[] = [];
  cause.sessions.forEach((session, at) => {
    if ((effect.last[session] ?? -1) > (cause.first[at] ?? 0)) showing.push(session);
  });
  // Cheap bounds first: most pairs occur too rarely together, or have too frequent a cause, to be worth a comparison.
  if (showing.length < MIN_SUPPORT || MIN_LIFT * cause.predicate.seen.size > size) return null;
  const others = effect.sessions.filter((session) => cause.last[session] === -1);
  const comparison = population.compare(cause.sessions, showing, others);
  const { good, otherGood, otherAll, deviate } = comparison;
  const usual = (good + otherGood) / Math.max(1, comparison.all + otherAll);
  if (good < MIN_SUPPORT || deviate <= 0 || good / comparison.all < MIN_LIFT * usual) return null;
  return {
    cause: cause.predicate,
    effect: effect.predicate,
    showing: showing.flatMap((at) => all[at] ?? []),
    having: cause.sessions.length,
    cells: {
      both: good,
      causeOnly: comparison.all - good,
      effectOnly: otherGood,
      neither: otherAll - otherGood,
    },
    lift: good / comparison.all / usual,
    pValue: comparison.pValue,
    adjusted: 1,
  };
}
