import { countTasks } from '../sessions/count-tasks.ts';
import type { Act, Session } from '../sessions/session.ts';
import type { SymbolRoles } from '../sessions/symbol-roles.ts';
import { compareText } from '../text/words.ts';

/** What sessions did of one kind: the same changes, or none. */
export interface Goal {
  /** The symbols of its changes, sorted; empty if nothing was changed. */
  changes: string[];
  sessions: Session[];
}

/** The changes of a session that went through. */
export function changesOf(session: Session, roles: SymbolRoles): Set<string> {
  const went = session.acts.filter((act) => act.outcome !== 'error' && roles.effects.has(act.symbol));
  return new Set(went.map(({ symbol }) => symbol));
}

/** The steps of a session that a person would name: what went through, without thinking, endings and mere looks at files. */
export const namedActs = (session: Session, roles: SymbolRoles): Act[] =>
  session.acts.filter(
    (act) => act.outcome !== 'error' && !act.looks && !roles.noise.has(act.symbol) && !roles.endings.has(act.symbol),
  );

/**
 * Groups sessions by the changes that they made. A change that only one task ever made is too rare to tell goals apart:
 * it does not count.
 */
export function groupByGoal(sessions: readonly Session[], roles: SymbolRoles): Goal[] {
  const changes = sessions.map((session) => changesOf(session, roles));
  const recurring = recurringSymbols(sessions, changes);
  const goals = new Map<string, Goal>();
  sessions.forEach((session, at) => {
    const made = [...(changes[at] ?? [])].filter((symbol) => recurring.has(symbol)).sort(compareText);
    const key = made.join('\n');
    const goal = goals.get(key);
    if (goal === undefined) goals.set(key, { changes: made, sessions: [session] });
    else goal.sessions.push(session);
  });
  return [...goals].sort((a, b) => compareText(a[0], b[0])).map(([, goal]) => goal);
}

const FEW_TASKS = 3;

/** Symbols of at least two tasks; with few tasks in all, every symbol. */
function recurringSymbols(sessions: readonly Session[], changes: readonly ReadonlySet<string>[]): Set<string> {
  const tasks = new Map<string, Set<string>>();
  sessions.forEach(({ task }, at) => {
    for (const symbol of changes[at] ?? []) {
      const known = tasks.get(symbol);
      if (known === undefined) tasks.set(symbol, new Set([task]));
      else known.add(task);
    }
  });
  const least = countTasks(sessions) < FEW_TASKS ? 1 : 2;
  return new Set([...tasks].filter(([, of]) => of.size >= least).map(([symbol]) => symbol));
}
