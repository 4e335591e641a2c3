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
  sessions: Session[];
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
  task: string;
  goal: string;
  stated: Attempts;
  others: Attempts;
}

function attemptsByTask(
  judged: readonly Session[],
  stated: ReadonlySet<Session>,
  goalOf: ReadonlyMap<string, string>,
): Map<string, TaskAttempts> {
  const byTask = new Map<string, TaskAttempts>();
  for (const session of judged) {
    let task = byTask.get(session.task);
    if (task === undefined) {
      task = {
        task: session.task,
        goal: goalOf.get(session.task) ?? '',
        stated: { good: 0, all: 0 },
        others: { good: 0, all: 0 },
      };
      byTask.set(session.task, task);
    }
    const side = stated.has(session) ? task.stated : task.others;
    side.all++;
    if (session.verdict === true) side.good++;
  }
  return byTask;
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

/**
 * Compares the sessions that stated a rule with the others of the same goals, stratified by goal.
 * @param goalOf task → goal
 */
export function weighRule(
  sessions: readonly Session[],
  stated: ReadonlySet<Session>,
  goalOf: ReadonlyMap<string, string>,
): RuleWeight {
  const judged = sessions.filter(({ verdict }) => verdict !== null);
  const tasks = [...attemptsByTask(judged, stated, goalOf).values()];
  const byGoal = strataOf(tasks, ({ goal }) => goal);
  const others = byGoal.reduce((sum, { otherAll }) => sum + otherAll, 0);
  const goals = new Set(tasks.filter((task) => task.stated.all > 0).map(({ goal }) => goal));
  const compared = others < MIN_OTHER_TASKS ? tasks : tasks.filter(({ goal }) => goals.has(goal));
  const names = new Set(compared.map(({ task }) => task));
  const sum = (read: (task: TaskAttempts) => number): number => compared.reduce((total, task) => total + read(task), 0);
  return {
    good: sum((task) => task.stated.good),
    all: sum((task) => task.stated.all),
    goodTasks: tasks.filter((task) => task.stated.good > 0).length,
    otherGood: sum((task) => task.others.good),
    otherAll: sum((task) => task.others.all),
    sessions: judged.filter(({ task }) => names.has(task)),
    deviate: mantelHaenszel(others < MIN_OTHER_TASKS ? strataOf(tasks, () => '') : byGoal),
  };
}
