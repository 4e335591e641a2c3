import { perSession } from '../sessions/per-session.ts';
import type { Session } from '../sessions/session.ts';
import type { SymbolRoles } from '../sessions/symbol-roles.ts';
import { compareText } from '../text/words.ts';

/** The first change that a session tried: what comes later may be a way out. */
const firstTried = perSession(
  ({ acts }, { effects }: SymbolRoles): string => acts.find(({ symbol }) => effects.has(symbol))?.symbol ?? '',
);

/**
 * The goal of each task: the change that its successful sessions tried first most often; without a success, the one that
 * its sessions tried first most often, whether it went through or not. Tasks of one goal can be compared.
 */
export function taskGoals(sessions: readonly Session[], roles: SymbolRoles): Map<string, string> {
  const counts = new Map<string, Map<string, number>>();
  for (const session of sessions) {
    const { task, verdict } = session;
    const goal = firstTried(session, roles);
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
