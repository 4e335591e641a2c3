import { mantelHaenszel, normalBelow, type Stratum } from '../statistics/mantel-haenszel.ts';
import type { Session } from '../sessions/session.ts';

/** How two groups of sessions ended, and how sure it is that the first one ends otherwise. Figures of compared sessions. */
export interface Comparison {
  good: number;
  all: number;
  otherGood: number;
  otherAll: number;
  /** A standard normal deviate: positive if the first group ends well more often. */
  deviate: number;
  /** The probability of a deviate at least as far from 0 by chance. */
  pValue: number;
}

interface Goal {
  tasks: number;
  sessions: number;
}

interface Task {
  sessions: number;
  readonly goal: Goal;
}

/** Chosen sessions of a task, and those of all its sessions that ended well. */
interface TaskTally {
  all: number;
  good: number;
  otherGood: number;
}

/** Tasks of a goal that have sessions of one group alone: as a stratum, and the sessions in it. */
interface GoalTally {
  readonly stratum: Stratum;
  readonly sessions: Stratum;
}

const nothing = (): Stratum => ({ good: 0, all: 0, otherGood: 0, otherAll: 0 });

/** Sessions of which some are compared with all others. A comparison costs what it names, not what all sessions are. */
export class Population {
  readonly #tasks = new Map<string, Task>();

  /** @param goalOf task → goal */
  constructor(sessions: readonly Session[], goalOf: ReadonlyMap<string, string>) {
    const goals = new Map<string, Goal>();
    for (const { task } of sessions) {
      let known = this.#tasks.get(task);
      if (known === undefined) {
        const name = goalOf.get(task) ?? '';
        const goal = goals.get(name) ?? { tasks: 0, sessions: 0 };
        goals.set(name, goal);
        goal.tasks++;
        this.#tasks.set(task, (known = { sessions: 0, goal }));
      }
      known.sessions++;
      known.goal.sessions++;
    }
  }

  /**
   * Compares sessions only with sessions of the same task; where a task has sessions of one group alone, with the tasks of
   * the same goal, each task counting once. So a difference is never that some tasks are harder than others
   * (Cochran–Mantel–Haenszel).
   * @param isGood how a chosen session ended
   * @param goodOthers all sessions of the population that are not chosen and ended well
   */
  compare(
    chosen: readonly Session[],
    isGood: (session: Session) => boolean,
    goodOthers: readonly Session[],
  ): Comparison {
    const strata: Stratum[] = [];
    const total = nothing();
    const goals = new Map<Goal, GoalTally>();
    for (const [name, { all, good, otherGood }] of tallyTasks(chosen, isGood, goodOthers)) {
      const task = this.#tasks.get(name);
      if (task === undefined) continue;
      const within = { good, all, otherGood, otherAll: task.sessions - all };
      let goal = goals.get(task.goal);
      if (goal === undefined) {
        // Tasks that are not named here have sessions of the others alone, none of which ended well.
        const { tasks, sessions } = task.goal;
        goal = { stratum: { ...nothing(), otherAll: tasks }, sessions: { ...nothing(), otherAll: sessions } };
        goals.set(task.goal, goal);
      }
      goal.sessions.otherAll -= all;
      if (all === 0) {
        goal.stratum.otherGood += otherGood / task.sessions;
        goal.sessions.otherGood += otherGood;
        continue;
      }
      goal.stratum.otherAll--;
      if (within.otherAll > 0) {
        goal.sessions.otherAll -= within.otherAll;
        strata.push(within);
        add(total, within);
      } else {
        goal.stratum.all++;
        goal.stratum.good += good / all;
        goal.sessions.all += all;
        goal.sessions.good += good;
      }
    }
    for (const { stratum, sessions } of goals.values())
      if (stratum.all > 0 && stratum.otherAll > 0) {
        strata.push(stratum);
        add(total, sessions);
      }
    const deviate = mantelHaenszel(strata);
    return { ...total, deviate, pValue: 2 * (1 - normalBelow(Math.abs(deviate))) };
  }
}

/** Compares two groups of sessions, see {@link Population.compare}. */
export const compareSessions = (
  chosen: readonly Session[],
  others: readonly Session[],
  goalOf: ReadonlyMap<string, string>,
  isGood: (session: Session) => boolean,
): Comparison => new Population([...chosen, ...others], goalOf).compare(chosen, isGood, others.filter(isGood));

function tallyTasks(
  chosen: readonly Session[],
  isGood: (session: Session) => boolean,
  goodOthers: readonly Session[],
): Map<string, TaskTally> {
  const tasks = new Map<string, TaskTally>();
  const tallyOf = (task: string): TaskTally => {
    let tally = tasks.get(task);
    if (tally === undefined) tasks.set(task, (tally = { all: 0, good: 0, otherGood: 0 }));
    return tally;
  };
  for (const session of chosen) {
    const tally = tallyOf(session.task);
    tally.all++;
    if (isGood(session)) tally.good++;
  }
  for (const { task } of goodOthers) tallyOf(task).otherGood++;
  return tasks;
}

function add(total: Stratum, more: Stratum): void {
  total.good += more.good;
  total.all += more.all;
  total.otherGood += more.otherGood;
  total.otherAll += more.otherAll;
}
