import { mantelHaenszel, type Stratum } from '../statistics/mantel-haenszel.ts';
import type { Session } from '../sessions/session.ts';

/** How the sessions in which a rule was stated ended, beside comparable ones in which it was not. Only verdicts count. */
export interface RuleWeight {
  good: number;
  all: number;
  /** The tasks in which a session that stated it succeeded. */
  goodTasks: number;
  otherGood: number;
  otherAll: number;
  /** All sessions that were compared. */
  sessions: () => Session[];
  /** A standard normal deviate: positive if sessions with the rule end better. */
  deviate: number;
}

/** Too few other tasks of the same goals say nothing: the rule is compared with all. */
const MIN_OTHER_TASKS = 3;

interface Attempts {
  good: number;
  all: number;
}

interface TaskAttempts {
  readonly goal: string;
  readonly stated: Attempts;
  readonly others: Attempts;
}

interface Task {
  readonly goal: string;
  readonly attempts: Attempts;
}

const noAttempts = (): Attempts => ({ good: 0, all: 0 });

function count(attempts: Attempts, { verdict }: Session): void {
  attempts.all++;
  if (verdict === true) attempts.good++;
}

/** All sessions with a verdict, by task: each rule is weighed against them. */
export class JudgedSessions {
  readonly #sessions: Session[];
  readonly #tasks = new Map<string, Task>();

  /** @param goalOf task → goal */
  constructor(sessions: readonly Session[], goalOf: ReadonlyMap<string, string>) {
    this.#sessions = sessions.filter(({ verdict }) => verdict !== null);
    for (const session of this.#sessions) {
      const { task } = session;
      const known = this.#tasks.get(task) ?? { goal: goalOf.get(task) ?? '', attempts: noAttempts() };
      this.#tasks.set(task, known);
      count(known.attempts, session);
    }
  }

  /** The attempts at each task, those of sessions that stated the rule and the others. */
  attemptsWith(stated: Iterable<Session>): TaskAttempts[] {
    const statedOf = new Map<string, Attempts>();
    for (const session of stated) {
      if (session.verdict === null) continue;
      const attempts = statedOf.get(session.task) ?? noAttempts();
      statedOf.set(session.task, attempts);
      count(attempts, session);
    }
    return [...this.#tasks].map(
      ([
        task,
        {
          goal,
          attempts: { good, all },
        },
      ]) => {
        const own = statedOf.get(task) ?? noAttempts();
        return { goal, stated: own, others: { good: good - own.good, all: all - own.all } };
      },
    );
  }

  /** The sessions of some goals; of all goals if they are null. */
  ofGoals(goals: ReadonlySet<string> | null): Session[] {
    return this.#sessions.filter(({ task }) => goals === null || goals.has(this.#tasks.get(task)?.goal ?? ''));
  }
}

/** The task is the unit: each counts once on either side, with the share of its attempts that succeeded. */
function strataOf(tasks: Iterable<TaskAttempts>, stratumOf: (task: TaskAttempts) => string): Stratum[] {
  const strata = new Map<string, Stratum>();
  for (const task of tasks) {
    const name = stratumOf(task);
    const stratum = strata.get(name) ?? { good: 0, all: 0, otherGood: 0, otherAll: 0 };
    strata.set(name, stratum);
    if (task.stated.all > 0) {
      stratum.all++;
      stratum.good += task.stated.good / task.stated.all;
    }
    if (task.others.all > 0) {
      stratum.otherAll++;
      stratum.otherGood += task.others.good / task.others.all;
    }
  }
  return [...strata.values()].filter(({ all }) => all > 0);
}

/** Compares the sessions that stated a rule with the others of the same goals, stratified by goal. */
export function weighRule(judged: JudgedSessions, stated: ReadonlySet<Session>): RuleWeight {
  const tasks = judged.attemptsWith(stated);
  const byGoal = strataOf(tasks, ({ goal }) => goal);
  const others = byGoal.reduce((sum, { otherAll }) => sum + otherAll, 0);
  const isAlone = others < MIN_OTHER_TASKS;
  const goals = isAlone ? null : new Set(tasks.filter((task) => task.stated.all > 0).map(({ goal }) => goal));
  const compared = tasks.filter(({ goal }) => goals === null || goals.has(goal));
  const sum = (read: (task: TaskAttempts) => number): number => compared.reduce((total, task) => total + read(task), 0);
  return {
    good: sum((task) => task.stated.good),
    all: sum((task) => task.stated.all),
    goodTasks: tasks.filter((task) => task.stated.good > 0).length,
    otherGood: sum((task) => task.others.good),
    otherAll: sum((task) => task.others.all),
    sessions: () => judged.ofGoals(goals),
    deviate: mantelHaenszel(isAlone ? strataOf(tasks, () => '') : byGoal),
  };
}
