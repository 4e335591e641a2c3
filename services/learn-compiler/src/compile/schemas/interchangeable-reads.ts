import { compareText } from '../text/words.ts';
import { perSession } from '../sessions/per-session.ts';
import type { Session } from '../sessions/session.ts';
import type { SymbolRoles } from '../sessions/symbol-roles.ts';

/** Tasks in which something else has to provide the same, so that it is no accident. */
const MIN_TASKS = 2;
/** Sources of one argument that are named as substitutes: those of the most tasks. */
const MAX_SOURCES = 50;

/** What can give the same as a read. */
export interface Substitute {
  /** The name of what both give: `user_id`. */
  argument: string;
  /** The user, or the symbol of another read. */
  source: string;
}

/** Reads that others can replace → what can give the same. */
export type Interchangeable = ReadonlyMap<string, readonly Substitute[]>;

/**
 * Reads that others can replace, each with its substitutes: most of what they provide (arguments of later acts) comes from
 * elsewhere in at least {@link MIN_TASKS} other tasks. Finding a customer by e-mail or by name gives the same id, so neither
 * is required.
 */
export function interchangeableReads(sessions: readonly Session[], roles: SymbolRoles): Interchangeable {
  const providers = providersOfArguments(sessions, roles);
  const uses = new Map<string, { all: number; replaceable: number; others: Map<string, Substitute> }>();
  for (const [use, tasksOf] of [...providers].sort((a, b) => compareText(a[0], b[0]))) {
    const inAll = new Set([...tasksOf.values()].flatMap((tasks) => [...tasks]));
    const frequent = [...tasksOf]
      .sort((a, b) => b[1].size - a[1].size || compareText(a[0], b[0]))
      .slice(0, MAX_SOURCES);
    for (const [source, tasks] of tasksOf) {
      const known = uses.get(source) ?? { all: 0, replaceable: 0, others: new Map<string, Substitute>() };
      uses.set(source, known);
      known.all += tasks.size;
      if (inAll.size - tasks.size < MIN_TASKS) continue;
      known.replaceable += tasks.size;
      const argument = use.slice(use.lastIndexOf('\n') + 1);
      for (const [other, its] of frequent)
        if (other !== source && [...its].some((task) => !tasks.has(task)))
          known.others.set(`${argument}\n${other}`, { argument, source: other });
    }
  }
  return new Map(
    [...uses]
      .filter(([, { all, replaceable }]) => 2 * replaceable > all)
      .map(([symbol, { others }]) => [symbol, [...others.values()]]),
  );
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
