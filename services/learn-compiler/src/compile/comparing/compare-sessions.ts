import { mantelHaenszel, stratifiedChance, type Stratum } from '../statistics/mantel-haenszel.ts';
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
  /** Counts of the comparison with this number: chosen sessions, and those of all its sessions that ended well. */
  round: number;
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
  readonly #taskOf = new Map<Session, Task>();
  #round = 0;

  /** @param goalOf task → goal */
  constructor(sessions: readonly Session[], goalOf: ReadonlyMap<string, string>) {
    const goals = new Map<string, Goal>();
    const tasks = new Map<string, Task>();
    for (const session of sessions) {
      let task = tasks.get(session.task);
      if (task === undefined) {
        const name = goalOf.get(session.task) ?? '';
        const goal = goals.get(name) ?? { tasks: 0, sessions: 0 };
        goals.set(name, goal);
        goal.tasks++;
        tasks.set(session.task, (task = { sessions: 0, goal, round: 0, all: 0, good: 0, otherGood: 0 }));
      }
      task.sessions++;
      task.goal.sessions++;
      this.#taskOf.set(session, task);
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
    for (const task of this.#countByTask(chosen, isGood, goodOthers)) {
      const { all, good, otherGood } = task;
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
    return { ...total, deviate, pValue: stratifiedChance(strata, deviate) };
  }

  /** The tasks of these sessions, with their counts. */
  #countByTask(
    chosen: readonly Session[],
    isGood: (session: Session) => boolean,
    goodOthers: readonly Session[],
  ): Task[] {
    const counted: Task[] = [];
    this.#round++;
    const taskOf = (session: Session): Task | undefined => {
      const task = this.#taskOf.get(session);
      if (task !== undefined && task.round !== this.#round) {
        Object.assign(task, { round: this.#round, all: 0, good: 0, otherGood: 0 });
        counted.push(task);
      }
      return task;
    };
    for (const session of chosen) {
      const task = taskOf(session);
      if (task === undefined) continue;
      task.all++;
      if (isGood(session)) task.good++;
    }
    for (const session of goodOthers) {
      const task = taskOf(session);
      if (task !== undefined) task.otherGood++;
    }
    return counted;
  }
}

function add(total: Stratum, more: Stratum): void {
  total.good += more.good;
  total.all += more.all;
  total.otherGood += more.otherGood;
  total.otherAll += more.otherAll;
}
