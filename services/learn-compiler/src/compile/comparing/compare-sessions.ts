import { mantelHaenszel, normalBelow, type Stratum } from '../statistics/mantel-haenszel.ts';
import type { Session } from '../sessions/session.ts';

/** How two groups of sessions ended, and how sure it is that the first one ends otherwise. */
export interface Comparison {
  good: number;
  all: number;
  otherGood: number;
  otherAll: number;
  /** The sessions that were compared: those of strata with sessions of both groups. */
  compared: Session[];
  /** A standard normal deviate: positive if the first group ends well more often. */
  deviate: number;
  /** The probability of a deviate at least as far from 0 by chance. */
  pValue: number;
}

interface Members {
  chosen: Session[];
  others: Session[];
}

/**
 * Compares sessions only with sessions of the same task; where a task has sessions of one group alone, with the tasks of
 * the same goal, each task counting once. So a difference is never that some tasks are harder than others
 * (Cochran–Mantel–Haenszel).
 * @param goalOf task → goal
 * @param isGood how a session ended
 */
export function compareSessions(
  chosen: readonly Session[],
  others: readonly Session[],
  goalOf: ReadonlyMap<string, string>,
  isGood: (session: Session) => boolean,
): Comparison {
  const tasks = new Map<string, Members>();
  const membersOf = (strata: Map<string, Members>, name: string): Members => {
    const known = strata.get(name) ?? { chosen: [], others: [] };
    strata.set(name, known);
    return known;
  };
  for (const session of chosen) membersOf(tasks, session.task).chosen.push(session);
  for (const session of others) membersOf(tasks, session.task).others.push(session);
  const strata: Stratum[] = [];
  const compared: Session[] = [];
  const goals = new Map<string, { stratum: Stratum; sessions: Session[] }>();
  const goodOf = (sessions: readonly Session[]): number => sessions.filter(isGood).length;
  for (const [task, members] of tasks) {
    const all = [...members.chosen, ...members.others];
    if (members.chosen.length > 0 && members.others.length > 0) {
      strata.push({
        good: goodOf(members.chosen),
        all: members.chosen.length,
        otherGood: goodOf(members.others),
        otherAll: members.others.length,
      });
      compared.push(...all);
      continue;
    }
    const goal = goalOf.get(task) ?? '';
    const known = goals.get(goal) ?? { stratum: { good: 0, all: 0, otherGood: 0, otherAll: 0 }, sessions: [] };
    goals.set(goal, known);
    known.sessions.push(...all);
    const share = goodOf(all) / all.length;
    if (members.chosen.length > 0) {
      known.stratum.all++;
      known.stratum.good += share;
    } else {
      known.stratum.otherAll++;
      known.stratum.otherGood += share;
    }
  }
  for (const { stratum, sessions } of goals.values())
    if (stratum.all > 0 && stratum.otherAll > 0) {
      strata.push(stratum);
      compared.push(...sessions);
    }
  const within = new Set(compared);
  const [first, second] = [
    chosen.filter((session) => within.has(session)),
    others.filter((session) => within.has(session)),
  ];
  const deviate = mantelHaenszel(strata);
  return {
    good: goodOf(first),
    all: first.length,
    otherGood: goodOf(second),
    otherAll: second.length,
    compared,
    deviate,
    pValue: 2 * (1 - normalBelow(Math.abs(deviate))),
  };
}
