import { identifierForm } from '@strata/kernel/identifiers';

/** An identifier in a field of a call or of a result. */
export interface NamedValue {
  readonly field: string;
  readonly value: string;
  /** A call was given it; otherwise a result shows it. */
  readonly isGiven: boolean;
  /** A call showed it that was given no identifier, such as a search: so everybody can find it. */
  readonly isFound: boolean;
}

/** A session, as far as it names something. */
export interface NamingSession {
  readonly id: string;
  readonly task: string;
  /** Files were changed in it, or commands run. */
  readonly isOfFiles: boolean;
  readonly named: readonly NamedValue[];
}

export interface ScopeIdentifiers {
  /** The identifiers of customers that each session names, by the session's id; sessions without any are left out. */
  readonly bySession: ReadonlyMap<string, readonly string[]>;
  /** The values of fields of which it is known whether they identify customers. */
  readonly decided: ReadonlySet<string>;
  /** The shapes that only identifiers of customers have: words of these shapes are some, even if no field names them. */
  readonly forms: readonly string[];
}

/** Fewer values show nothing about a field. */
const LEAST_VALUES = 3;
/** A field of subjects is given about once in a task. */
const MOST_PER_TASK = 1.5;
/** A value that more of the tasks have is no one's. */
const MOST_COMMON = 0.3;
/**
 * A field belongs to subjects if its values hardly occur with several subjects: at most this share of the values that
 * several tasks have, or a single one, since now and then an agent mixes up ids.
 */
const EXCEPTIONS = 0.2;
/** A field of which a greater share of the values is found without an identifier is everybody's: flights, products. */
const OPEN = 0.5;
const OF_FORM = 0.9;
/** If a greater share of the sessions works on files, the agent serves no customers: it names issues, builds and errors. */
const OF_FILES = 0.5;
const MAX_FORMS = 32;

/** Field → value → the tasks that have it. */
type TasksOfValues = Map<string, Map<string, Set<string>>>;

/**
 * Finds what identifies customers, without knowing the names of fields. A subject is what a call is given about once in a
 * task, and other tasks have others. An identifier of a customer is a value that belongs to one subject: its field does not
 * have it in tasks of several. So an id of a product, which customers share, is none; and where no field is given once in a
 * task there are no subjects, and no value identifies a customer. The same holds for coding: one issue a task is no customer.
 */
export function findIdentifiers(sessions: readonly NamingSession[]): ScopeIdentifiers {
  const all = tasksOfValues(sessions, () => true);
  const given = tasksOfValues(sessions, (value) => value.isGiven);
  const tasks = new Set(sessions.filter(({ named }) => named.length > 0).map(({ task }) => task)).size;
  const mostCommon = Math.max(2, MOST_COMMON * tasks);
  const ofFiles = sessions.filter(({ isOfFiles }) => isOfFiles).length;
  const subjects =
    ofFiles > OF_FILES * sessions.length
      ? []
      : [...given.keys()].filter((field) => isSubject(given.get(field), mostCommon));
  if (subjects.length === 0) return { bySession: new Map(), decided: new Set(), forms: [] };
  const subjectsOf = subjectsOfTasks(all, subjects, mostCommon);
  const found = tasksOfValues(sessions, (value) => value.isFound);
  const isOpen = (field: string): boolean => (found.get(field)?.size ?? 0) > OPEN * (all.get(field)?.size ?? 0);
  const own = new Map(
    [...all].map(([field, values]) => [
      field,
      subjects.includes(field) || (!isOpen(field) && belongsToSubjects(values, subjectsOf)),
    ]),
  );
  const votes = new Map<string, number>();
  const decided = new Set<string>();
  for (const [field, values] of all)
    for (const [value, held] of values) {
      const vote = subjects.includes(field) ? Infinity : own.get(field) === true ? 1 : -1;
      votes.set(value, held.size > mostCommon ? -Infinity : (votes.get(value) ?? 0) + vote);
      if (vote > 0 || values.size >= LEAST_VALUES) decided.add(value);
    }
  const isOwn = (value: string): boolean => (votes.get(value) ?? 0) > 0;
  const bySession = new Map<string, readonly string[]>();
  for (const { id, named } of sessions) {
    const values = new Set(named.map(({ value }) => value).filter(isOwn));
    if (values.size > 0) bySession.set(id, [...values]);
  }
  return { bySession, decided, forms: formsOf([...votes.keys()], isOwn) };
}

function tasksOfValues(sessions: readonly NamingSession[], counts: (value: NamedValue) => boolean): TasksOfValues {
  const fields: TasksOfValues = new Map();
  for (const { task, named } of sessions)
    for (const one of named) {
      if (!counts(one)) continue;
      let values = fields.get(one.field);
      if (values === undefined) fields.set(one.field, (values = new Map<string, Set<string>>()));
      const tasks = values.get(one.value);
      if (tasks === undefined) values.set(one.value, new Set([task]));
      else tasks.add(task);
    }
  return fields;
}

type Values = ReadonlyMap<string, ReadonlySet<string>>;

function isSubject(given: Values | undefined, mostCommon: number): boolean {
  if (given === undefined || given.size < LEAST_VALUES) return false;
  const sizes = [...given.values()].map(({ size }) => size);
  const tasks = new Set([...given.values()].flatMap((of) => [...of])).size;
  const pairs = sizes.reduce((sum, size) => sum + size, 0);
  return tasks >= LEAST_VALUES && pairs <= MOST_PER_TASK * tasks && Math.max(...sizes) <= mostCommon;
}

/** Task → the subjects that its calls were given, or that results showed: one customer is asked for by e-mail, then by name. */
function subjectsOfTasks(
  all: TasksOfValues,
  subjects: readonly string[],
  mostCommon: number,
): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const field of subjects)
    for (const [value, tasks] of all.get(field) ?? [])
      for (const task of tasks.size > mostCommon ? [] : tasks) {
        const known = found.get(task);
        if (known === undefined) found.set(task, new Set([`${field} ${value}`]));
        else known.add(`${field} ${value}`);
      }
  return found;
}

function belongsToSubjects(values: Values, subjectsOf: ReadonlyMap<string, ReadonlySet<string>>): boolean {
  if (values.size < LEAST_VALUES) return false;
  const shared = [...values.values()].filter(({ size }) => size > 1);
  const exceptions = shared.filter((tasks) => !haveCommonSubject([...tasks], subjectsOf)).length;
  return exceptions <= Math.max(EXCEPTIONS * shared.length, 1);
}

function haveCommonSubject(tasks: readonly string[], subjectsOf: ReadonlyMap<string, ReadonlySet<string>>): boolean {
  const [first = '', ...others] = tasks;
  return [...(subjectsOf.get(first) ?? [])].some((subject) =>
    others.every((task) => subjectsOf.get(task)?.has(subject) === true),
  );
}

function formsOf(values: readonly string[], isOwn: (value: string) => boolean): string[] {
  const counts = new Map<string, { own: number; all: number }>();
  for (const value of values) {
    const form = identifierForm(value);
    if (form === null) continue;
    const count = counts.get(form) ?? { own: 0, all: 0 };
    counts.set(form, { own: count.own + (isOwn(value) ? 1 : 0), all: count.all + 1 });
  }
  return [...counts]
    .filter(([, { own, all }]) => own >= LEAST_VALUES && own >= OF_FORM * all)
    .sort((a, b) => b[1].own - a[1].own || (a[0] < b[0] ? -1 : 1))
    .slice(0, MAX_FORMS)
    .map(([form]) => form);
}
