import { perSession } from '../sessions/per-session.ts';
import type { Session } from '../sessions/session.ts';
import type { SymbolRoles } from '../sessions/symbol-roles.ts';

/** Tasks in which something else has to provide the same, so that it is no accident. */
const MIN_TASKS = 2;

/**
 * Reads that others can replace: most of what they provide (arguments of later acts) comes from elsewhere in at least
 * {@link MIN_TASKS} other tasks. Finding a customer by e-mail or by name gives the same id, so neither is required.
 */
export function interchangeableReads(sessions: readonly Session[], roles: SymbolRoles): Set<string> {
  const providers = providersOfArguments(sessions, roles);
  const uses = new Map<string, { all: number; replaceable: number }>();
  for (const tasksOf of providers.values())
    for (const [source, tasks] of tasksOf) {
      const known = uses.get(source) ?? { all: 0, replaceable: 0 };
      const elsewhere = new Set(
        [...tasksOf].flatMap(([other, its]) => (other === source ? [] : [...its])).filter((task) => !tasks.has(task)),
      );
      known.all += tasks.size;
      if (elsewhere.size >= MIN_TASKS) known.replaceable += tasks.size;
      uses.set(source, known);
    }
  return new Set([...uses].filter(([, { all, replaceable }]) => 2 * replaceable > all).map(([symbol]) => symbol));
}

/** A step with an argument, and the read that its value came from. */
interface Provision {
  readonly use: string;
  readonly source: string;
}

const provisionsIn = perSession((session, roles: SymbolRoles): readonly Provision[] => {
  const found = new Map<string, Provision>();
  for (const { symbol, sources } of session.acts)
    for (const [argument, source] of Object.entries(sources)) {
      if (source === symbol || roles.effects.has(source)) continue;
      const use = `${symbol}\n${argument}`;
      found.set(`${use}\n${source}`, { use, source });
    }
  return [...found.values()];
});

/** Step and argument → source of its value → tasks in which it came from there. */
function providersOfArguments(sessions: readonly Session[], roles: SymbolRoles): Map<string, Map<string, Set<string>>> {
  const providers = new Map<string, Map<string, Set<string>>>();
  for (const session of sessions)
    for (const { use, source } of provisionsIn(session, roles)) {
      const tasksOf = providers.get(use) ?? new Map<string, Set<string>>();
      providers.set(use, tasksOf);
      const tasks = tasksOf.get(source) ?? new Set<string>();
      tasksOf.set(source, tasks.add(session.task));
    }
  return providers;
}
