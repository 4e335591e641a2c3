import { perSession } from '../sessions/per-session.ts';
import type { Session } from '../sessions/session.ts';
import type { SymbolRoles } from '../sessions/symbol-roles.ts';
import { compareText } from '../text/words.ts';

const changesTried = perSession(({ acts }, { effects }: SymbolRoles): string => {
  const changes = acts.filter(({ symbol }) => effects.has(symbol));
  return [...new Set(changes.map(({ symbol }) => symbol))].sort(compareText).join('\n');
});

/**
 * The goal of each task: the changes that its successful sessions tried most often; without a success, those that its
 * sessions tried most often, whether they went through or not. Tasks of one goal can be compared.
 */
export function taskGoals(sessions: readonly Session[], roles: SymbolRoles): Map<string, string> {
  const counts = new Map<string, Map<string, number>>();
  for (const session of sessions) {
    const { task, verdict } = session;
    const goal = changesTried(session, roles);
    const goals = counts.get(task) ?? new Map<string, number>();
    counts.set(task, goals);
    goals.set(goal, (goals.get(goal) ?? 0) + (verdict === true ? sessions.length : 1));
  }
  return new Map(
    [...counts].map(([task, goals]) => [
      task,
      [...goals].sort(([a, x], [b, y]) => y - x || compareText(a, b))[0]?.[0] ?? '',
    ]),
  );
}
