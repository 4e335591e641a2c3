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
  readonly pValue: number;
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

/**
 * Sessions of which some are compared with all others. They are named by their place in the list, so that a comparison is
 * cheap; it costs what it names, not what all sessions are.
 */
export class Population {
  /** The task of each session; null for one that is not compared. */
  readonly #tasks: (Task | null)[];
  #round = 0;

  /**
   * @param goalOf task → goal
   * @param isMember whether a session of the list can be compared
   */
  constructor(
    sessions: readonly Session[],
    goalOf: ReadonlyMap<string, string>,
    isMember: (session: Session) => boolean = () => true,
  ) {
    const goals = new Map<string, Goal>();
    const tasks = new Map<string, Task>();
    this.#tasks = sessions.map((session) => {
      if (!isMember(session)) return null;
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
      return task;
    });
  }

  /**
   * Compares sessions only with sessions of the same task; where a task has sessions of one group alone, with the tasks of
   * the same goal, each task counting once. So a difference is never that some tasks are harder than others
   * (Cochran–Mantel–Haenszel).
   * @param good those of the chosen sessions that ended well
   * @param goodOthers all sessions that are not chosen and ended well
   */
  compare(chosen: readonly number[], good: readonly number[], goodOthers: readonly number[]): Comparison {
    const strata: Stratum[] = [];
    const total = nothing();
    const goals = new Map<Goal, GoalTally>();
    for (const task of this.#countByTask(chosen, good, goodOthers)) {
      const { all, otherGood } = task;
      const within = { good: task.good, all, otherGood, otherAll: task.sessions - all };
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
        goal.stratum.good += task.good / all;
        goal.sessions.all += all;
        goal.sessions.good += task.good;
      }
    }
    for (const { stratum, sessions } of goals.values())
      if (stratum.all > 0 && stratum.otherAll > 0) {
        strata.push(stratum);
        add(total, sessions);
      }
    const deviate = mantelHaenszel(strata);
    return {
      ...total,
      deviate,
      // Worth its time only for a difference that is of interest.
      get pValue() {
        return stratifiedChance(strata, deviate);
      },
    };
  }

  /** The tasks of these sessions, with their counts. */
  #countByTask(chosen: readonly number[], good: readonly number[], goodOthers: readonly number[]): Task[] {
    const counted: Task[] = [];
    this.#round++;
    const count = (sessions: readonly number[], what: 'all' | 'good' | 'otherGood'): void => {
      for (const session of sessions) {
        const task = this.#tasks[session];
        if (task === undefined || task === null) continue;
        if (task.round !== this.#round) {
          task.round = this.#round;
          task.all = task.good = task.otherGood = 0;
          counted.push(task);
        }
        task[what]++;
      }
    };
    count(chosen, 'all');
    count(good, 'good');
    count(goodOthers, 'otherGood');
    return counted;
  }
}

function add(total: Stratum, more: Stratum): void {
  total.good += more.good;
  total.all += more.all;
  total.otherGood += more.otherGood;
  total.otherAll += more.otherAll;
}
