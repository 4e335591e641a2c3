import { adjustForMany } from '../statistics/fisher.ts';
import { normalBelow } from '../statistics/mantel-haenszel.ts';
import { compareText } from '../text/words.ts';
import type { Memo } from '../memo.ts';
import type { ScopeEvents } from '../scope-events.ts';
import { countTasks } from '../sessions/count-tasks.ts';
import type { Session } from '../sessions/session.ts';
import type { SymbolRoles } from '../sessions/symbol-roles.ts';
import type { TitledDraft } from '../titled-draft.ts';
import { buildStatedRule, refusersOf, type StatedRule } from './build-stated-rule.ts';
import { chooseWording } from './choose-wording.ts';
import { clusterStatements } from './cluster-statements.ts';
import { readStatements } from './read-statements.ts';
import { taskGoals } from '../comparing/task-goals.ts';
import { JudgedSessions, weighRule, type RuleWeight } from './weigh-rule.ts';

const MAX_STATED_RULES = 8;
/** Accepted share of false findings among the rules that are stated as sure (Benjamini–Hochberg). */
const FALSE_SHARE = 0.05;
/** Sessions with a rule that end worse by this many standard deviations (by chance one time in four) contradict it. */
const CONTRADICTS = -0.7;
const MIN_GOOD_TASKS = 2;

/**
 * Whether sessions bear a rule out. A tool enforces what it refuses. An assistant can be wrong: the sessions in which it
 * stated the rule must have succeeded in several tasks, and not end worse than the others.
 */
function isBorneOut(refusers: readonly string[], { goodTasks, deviate }: RuleWeight): boolean {
  return refusers.length > 0 || (goodTasks >= MIN_GOOD_TASKS && deviate > CONTRADICTS);
}

/**
 * Finds the rules that assistants stated or tools enforced in at least three distinct tasks, at most
 * {@link MAX_STATED_RULES}, the best first: those of tools, then those whose sessions ended better.
 */
export function findStatedRules(
  sessions: readonly Session[],
  roles: SymbolRoles,
  events: ScopeEvents,
  memo: Memo,
): TitledDraft[] {
  const statements = sessions
    .map((session) => memo.once(`statements of ${session.id}`, [session], () => readStatements(session)))
    .filter(({ length }) => length > 0);
  const clusters = memo.once('clusters of statements', statements, () => clusterStatements(statements.flat()));
  if (clusters.length === 0) return [];
  const judged = new JudgedSessions(sessions, taskGoals(sessions, roles));
  const weights = clusters.map(({ statements: stated }) =>
    weighRule(judged, new Set(stated.map(({ session }) => session))),
  );
  const adjusted = adjustForMany(weights.map(({ deviate }) => 1 - normalBelow(deviate)));
  const rules = clusters.flatMap((cluster, at): StatedRule[] => {
    const wording = chooseWording(cluster);
    const weight = weights[at];
    if (wording === null || weight === undefined || !isBorneOut(refusersOf(cluster), weight)) return [];
    const tasks = countTasks(cluster.statements.map(({ session }) => session));
    return [{ wording, statements: cluster.statements, tasks, weight, isSure: (adjusted[at] ?? 1) < FALSE_SHARE }];
  });
  const isRefusal = (rule: StatedRule): number => (refusersOf(rule).length > 0 ? 1 : 0);
  return rules
    .sort(
      (a, b) =>
        isRefusal(b) - isRefusal(a) ||
        Number(b.isSure) - Number(a.isSure) ||
        b.tasks - a.tasks ||
        b.weight.deviate - a.weight.deviate ||
        compareText(a.wording.rule, b.wording.rule),
    )
    .slice(0, MAX_STATED_RULES)
    .map((rule) => buildStatedRule(rule, events));
}
