import type { CountWriters } from '../event-writers.ts';
import type { Memo } from '../memo.ts';
import type { Precondition } from '../preconditions/find-preconditions.ts';
import { countTasks } from '../sessions/count-tasks.ts';
import { perSession } from '../sessions/per-session.ts';
import type { Session } from '../sessions/session.ts';
import { isNamedTask } from '../sessions/session-tasks.ts';
import type { SymbolRoles } from '../sessions/symbol-roles.ts';
import { calibrateRates, type TaskCount } from '../statistics/task-rates.ts';
import type { TitledDraft } from '../titled-draft.ts';
import { buildSchema, type Procedure } from './build-schema.ts';
import { goalSteps, type GoalStep } from './goal-steps.ts';
import { countWords } from './goal-words.ts';
import { groupByGoal, type Goal } from './goals.ts';
import { callsOf } from './generalize-step.ts';
import { interchangeableReads, type Interchangeable } from './interchangeable-reads.ts';
import { isSubsequence } from './subsequence.ts';

const MAX_SCHEMAS = 60;
const MAX_WAYS = 3;
const FEW_TASKS = 3;
/** Steps after which work fails more often than not are hardly advice: see {@link shortest}. */
const HELPS = 0.5;
/** At least this share of the sessions that contain the steps must have the goal: otherwise they do not lead to it. */
const OWN_SHARE = 0.3;

/**
 * The task schemas of a learning scope: for each goal, the steps that most of its successful sessions have. Sessions
 * without a known outcome count as successful only if no session has one.
 */
export function findSchemas(
  sessions: readonly Session[],
  roles: SymbolRoles,
  writers: CountWriters,
  preconditions: readonly Precondition[],
  memo: Memo,
): TitledDraft[] {
  const isJudged = sessions.some(({ succeeded }) => succeeded !== null);
  const ended = (session: Session): boolean => (isJudged ? session.succeeded === true : true);
  const interchangeable = interchangeableReads(sessions, roles);
  const all = { sessions, roles, interchangeable, preconditions, few: countTasks(sessions) < FEW_TASKS, memo };
  const procedures = groupByGoal(sessions, roles)
    .flatMap((goal) => waysOf(goal, ended, all))
    .sort((a, b) => b.successful.length - a.successful.length)
    .slice(0, MAX_SCHEMAS);
  const rateOf = calibrateRates(
    procedures.map(({ containing }) => countByTask(containing)),
    countByTask(sessions),
  );
  const words = countWords(sessions);
  const rated = (procedure: Procedure) => ({ procedure, rate: rateOf(countByTask(procedure.containing)) });
  const helpful = procedures.map((procedure) => {
    const isRated = procedure.containing.some(({ verdict }) => verdict !== null);
    const helps = procedure.changes.length === 0 || !isRated || rated(procedure).rate.rate >= HELPS;
    return helps ? procedure : shortest(procedure, all);
  });
  const kept = withoutRepeats(helpful);
  const calls = callsOf(new Set(kept.flatMap(({ steps }) => steps.map(({ symbol }) => symbol))), sessions);
  return kept
    .map(rated)
    .map(({ procedure, rate }) =>
      buildSchema(procedure, { words, roles, writers, preconditions, interchangeable, calls, rate }),
    );
}

/**
 * Of steps after which most sessions fail, only the change and the last read that it needs: what else these sessions did
 * is no advice. Null if the goal has several changes.
 */
function shortest(procedure: Procedure, all: Everything): Procedure | null {
  const required = procedure.steps.filter((step) => step.required);
  const change = required.findLastIndex(({ symbol }) => procedure.changes.includes(symbol));
  const steps = required.slice(Math.max(0, change - 1), change + 1);
  if (procedure.changes.length > 1 || steps.length < 2) return null;
  return { ...procedure, steps, containing: following(steps, all) };
}

/** The first procedure of each sequence of steps. */
function withoutRepeats(procedures: readonly (Procedure | null)[]): Procedure[] {
  const known = new Set<string>();
  return procedures.filter((procedure): procedure is Procedure => {
    const key = procedure?.steps.map(({ symbol }) => symbol).join('\n') ?? '';
    const isNew = procedure !== null && !known.has(key);
    known.add(key);
    return isNew;
  });
}

interface Everything {
  sessions: readonly Session[];
  roles: SymbolRoles;
  interchangeable: Interchangeable;
  preconditions: readonly Precondition[];
  /** Whether one task is enough, because there are hardly any. */
  few: boolean;
  memo: Memo;
}

/** The procedures of a goal: that of most successful sessions, then those of the sessions that went another way. */
function waysOf(goal: Goal, ended: (session: Session) => boolean, all: Everything): Procedure[] {
  const { roles, interchangeable, preconditions, few, memo } = all;
  const others = goal.sessions.filter((session) => !ended(session));
  const readers = new Set(
    preconditions.flatMap(({ change, reader }) => (goal.changes.includes(change) ? [reader] : [])),
  );
  let left = goal.sessions.filter(ended);
  const ways: Procedure[] = [];
  while (ways.length < MAX_WAYS && recurs(left, few)) {
    const runs = left;
    const steps = memo.once(
      `steps of way ${String(ways.length + 1)} to ${goal.changes.join('\n')}`,
      [roles, ...interchangeable, 'readers', ...readers, 'runs', ...runs, 'others', ...others],
      () => goalSteps(goal.changes, runs, others, { roles, interchangeable, readers }),
    );
    if (steps.length < 2) break;
    const containing = following(steps, all);
    const contains = new Set(containing);
    const successful = left.filter((session) => contains.has(session));
    if (!recurs(successful, few)) break;
    const own = goal.sessions.filter((session) => contains.has(session));
    if (goal.changes.length === 0 || own.length >= OWN_SHARE * containing.length)
      ways.push({ changes: goal.changes, steps, successful, containing, goalSessions: own });
    left = left.filter((session) => !contains.has(session));
  }
  return ways;
}

/** Whether sessions show more than one case: two tasks, or two sessions if the client did not say that their task is one. */
function recurs(sessions: readonly Session[], few: boolean): boolean {
  if (few) return sessions.length > 0;
  return countTasks(sessions) > 1 || (sessions.length > 1 && sessions.every(({ task }) => !isNamedTask(task)));
}

const symbolsOf = perSession((session): readonly string[] => session.acts.map(({ symbol }) => symbol));

/** The sessions that have the required steps in this order. */
function following(steps: readonly GoalStep[], { sessions, roles, memo }: Everything): Session[] {
  const required = steps.flatMap(({ symbol, required: needed }) => (needed ? [symbol] : []));
  return memo.filter(`sessions with ${required.join('\n')}`, sessions, (session) =>
    isSubsequence(required, symbolsOf(session, roles)),
  );
}

/** Successes by verdict, per task. */
export function countByTask(sessions: readonly Session[]): TaskCount[] {
  const counts = new Map<string, TaskCount>();
  for (const { task, verdict } of sessions) {
    if (verdict === null) continue;
    const count = counts.get(task) ?? { task, good: 0, all: 0 };
    count.all++;
    if (verdict) count.good++;
    counts.set(task, count);
  }
  return [...counts.values()];
}
