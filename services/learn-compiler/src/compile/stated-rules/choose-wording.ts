import { compareText } from '../text/words.ts';
import type { StatementCluster } from './cluster-statements.ts';
import type { Statement } from './read-statements.ts';

const MASKED = /<[a-z]+>/;

/** The number of distinct tasks that use each stem. */
function tasksByStem(statements: readonly Statement[]): Map<string, Set<string>> {
  const tasks = new Map<string, Set<string>>();
  for (const { words, session } of statements)
    for (const stem of words.stems) tasks.set(stem, (tasks.get(stem) ?? new Set()).add(session.task));
  return tasks;
}

/**
 * The words in which a rule is stated: those of a tool if it refused so, else those said in most tasks. Words of one case do
 * not state a rule (`this order`, ids, amounts, anything said in one task only). Null if all are such.
 */
export function chooseWording({ statements }: StatementCluster): Statement | null {
  const byStem = tasksByStem(statements);
  const refused = statements.filter(({ refusedBy }) => refusedBy !== null);
  const general = (refused.length > 0 ? refused : statements).filter(
    ({ rule, words, refusedBy }) =>
      words.stems.every((stem) => (byStem.get(stem)?.size ?? 0) > 1) &&
      (refusedBy !== null || (!MASKED.test(rule) && !words.language.pointsAt.test(rule.toLowerCase()))),
  );
  const tasksOf = new Map<string, Set<string>>();
  const normal = ({ rule }: Statement): string => rule.toLowerCase();
  for (const statement of general)
    tasksOf.set(normal(statement), (tasksOf.get(normal(statement)) ?? new Set()).add(statement.session.task));
  const times = (statement: Statement): number => tasksOf.get(normal(statement))?.size ?? 0;
  const typical = ({ words }: Statement): number =>
    words.stems.reduce((sum, stem) => sum + (byStem.get(stem)?.size ?? 0), 0) / words.stems.length;
  const best = [...general].sort(
    (a, b) =>
      times(b) - times(a) || typical(b) - typical(a) || a.rule.length - b.rule.length || compareText(a.rule, b.rule),
  );
  return best[0] ?? null;
}
