import { adjustForMany, fisherExact } from '../statistics/fisher.ts';
import type { Session } from '../sessions/session.ts';
import { compareText } from '../text/words.ts';
import { aroundKey, readRecordHistory, type ChangeOfRecord, type RecordShown } from './record-changes.ts';

/** A field and the value that a record had. */
export interface Condition {
  field: string;
  value: string;
  /** The symbol of another read that shows it; absent for the changed record itself. */
  shownBy?: string;
}

/** What a record had to show whenever a change of it went through. */
export interface Precondition {
  /** The symbol of the change. */
  change: string;
  /** The argument that names the record. */
  argument: string;
  /** The symbol of the read that shows the record. */
  reader: string;
  /** One to three conditions that held together. */
  conditions: Condition[];
  /** Changes that went through while the conditions held. */
  held: ChangeOfRecord[];
  /** Changes that went through although they did not hold. */
  exceptions: ChangeOfRecord[];
  /** Failed changes of records for which they did not hold. */
  refused: ChangeOfRecord[];
  /** The number of distinct tasks in which it held. */
  tasks: number;
}

/** A change and what names its records: the changes that are compared with each other. */
interface Family {
  change: string;
  argument: string;
  reader: string;
  went: ChangeOfRecord[];
  failed: ChangeOfRecord[];
}

const MIN_TASKS = 2;
const HOLDS_IN = 0.95;
/** A value that most records have anyway says nothing about the change. */
const MOST_RECORDS = 0.8;
const MAX_VALUES = 12;
const MAX_TOGETHER = 3;
/** Joint conditions are chosen among many, so they need more evidence than a single one. */
const MIN_TASKS_TOGETHER = 4;
/** Accepted share of false preconditions (Benjamini–Hochberg over all that are compared). */
const FALSE_SHARE = 0.05;

/**
 * What records have to show so that a change of them goes through. Safe action-model learning (Stern and Juba, "Efficient,
 * safe, and probably approximately complete learning of action models", IJCAI 2017) keeps every field value that all
 * successful calls had; here only those that chance does not explain: records that were read have the value much less
 * often, or changes of other records failed. The task is the unit of evidence. A field that gates one change for sure is a
 * likely gate of other changes too, so for those two tasks are enough.
 */
export function findPreconditions(sessions: readonly Session[], changes: ReadonlySet<string>): Precondition[] {
  const history = readRecordHistory(sessions, changes);
  const shown = new ShownRecords(history.shown);
  const families = familiesOf(history.changes);
  const cases = families.map((family) => ({ family, unchanged: shown.unchanged(family) }));
  const singles = cases.flatMap((one) => holdingFields(one, shown));
  const sure = significant(singles);
  const gates = new Set(sure.map(({ family, condition }) => `${family.reader}\n${condition.field}`));
  const stated = singles.filter(
    (one) => sure.includes(one) || (one.everHeld && gates.has(`${one.family.reader}\n${one.condition.field}`)),
  );
  const together = cases
    .filter(({ family }) => !stated.some((one) => one.family === family))
    .map((one) => jointCondition(one, shown))
    .filter((joint) => joint !== null);
  const joint = significant(together);
  return [
    ...families.flatMap((family) => {
      const own = stated.filter((one) => one.family === family).sort((a, b) => a.pValue - b.pValue);
      const conditions = own.slice(0, MAX_TOGETHER).map(({ condition }) => condition);
      return conditions.length === 0 ? [] : [describe(family, conditions)];
    }),
    ...joint.map(({ family, conditions }) => describe(family, conditions)),
  ].sort((a, b) => b.tasks - a.tasks || compareText(nameOf(a), nameOf(b)));
}

const nameOf = ({ change, argument, reader, conditions }: Precondition): string =>
  [change, argument, reader, ...conditions.map(({ field, shownBy }) => aroundKey(shownBy ?? '', field))].join('\n');

function familiesOf(made: readonly ChangeOfRecord[]): Family[] {
  const families = new Map<string, Family>();
  for (const one of made) {
    const { act, argument, reader } = one;
    const key = [act.symbol, argument, reader].join('\n');
    let family = families.get(key);
    if (family === undefined)
      families.set(key, (family = { change: act.symbol, argument, reader, went: [], failed: [] }));
    (act.outcome === 'error' ? family.failed : family.went).push(one);
  }
  return [...families].sort((a, b) => compareText(a[0], b[0])).map(([, family]) => family);
}

/** The records that reads showed. A record counts once a session. */
class ShownRecords {
  readonly #byReader = new Map<string, RecordShown[]>();

  constructor(shown: readonly RecordShown[]) {
    const once = new Set<string>();
    for (const record of shown) {
      const fields = [...record.fields].map(([field, value]) => `${field}=${value}`);
      const key = [record.session.id, record.reader, record.id, ...fields].join('\n');
      if (once.has(key)) continue;
      once.add(key);
      const known = this.#byReader.get(record.reader);
      if (known === undefined) this.#byReader.set(record.reader, [record]);
      else known.push(record);
    }
  }

  /** The number of different values of a field. */
  values(reader: string, field: string): number {
    return new Set((this.#byReader.get(reader) ?? []).map(({ fields }) => fields.get(field) ?? '')).size;
  }

  /** The records that the change left alone. */
  unchanged({ reader, went }: Family): RecordShown[] {
    const changed = new Set(went.map(({ session, id }) => `${session.id}\n${id}`));
    return (this.#byReader.get(reader) ?? []).filter(({ session, id }) => !changed.has(`${session.id}\n${id}`));
  }
}

/** A family with the records that it did not change. */
interface Case {
  family: Family;
  unchanged: readonly RecordShown[];
}

interface Holding {
  family: Family;
  condition: Condition;
  /** Held in every change that went through. */
  everHeld: boolean;
  pValue: number;
}

/** The fields that had one value in nearly all changes that went through, and not in most other records. */
function holdingFields({ family, unchanged }: Case, shown: ShownRecords): Holding[] {
  return fieldsOf(family).flatMap((field) => {
    const condition = { field, value: mostCommonValue(family.went, field) };
    const held = family.went.filter((one) => satisfies(one, [condition]));
    if (
      held.length < HOLDS_IN * family.went.length ||
      tasksOf(held) < MIN_TASKS ||
      shareOf(unchanged, [condition]) > MOST_RECORDS ||
      shown.values(family.reader, field) > MAX_VALUES
    )
      return [];
    const everHeld = held.length === family.went.length;
    return [{ family, condition, everHeld, pValue: chance({ family, unchanged }, [condition]) }];
  });
}

/**
 * The least set of values, of the record and of what else was shown, that all changes had and few other records have
 * together. Null without one.
 */
function jointCondition(
  { family, unchanged }: Case,
  shown: ShownRecords,
): { family: Family; conditions: Condition[]; pValue: number } | null {
  const candidates: Condition[] = [
    ...fieldsOf(family).map((field) => ({ field, value: mostCommonValue(family.went, field) })),
    ...conditionsAround(family),
  ];
  const held = candidates
    .filter(({ shownBy, field }) => shown.values(shownBy ?? family.reader, field) <= MAX_VALUES)
    .filter((condition) => family.went.every((one) => satisfies(one, [condition])))
    .sort((a, b) => shareOf(unchanged, [a]) - shareOf(unchanged, [b]) || compareText(a.field, b.field))
    .slice(0, MAX_TOGETHER);
  if (held.length < 2 || tasksOf(family.went) < MIN_TASKS_TOGETHER) return null;
  for (let size = 2; size <= held.length; size++) {
    const conditions = held.slice(0, size);
    if (shareOf(unchanged, conditions) <= MOST_RECORDS * shareOf(unchanged, conditions.slice(0, 1)))
      return { family, conditions, pValue: chance({ family, unchanged }, conditions) };
  }
  return null;
}

/** The values of what other reads showed before the first change, as candidates. */
function conditionsAround({ went: [first] }: Family): Condition[] {
  return [...(first?.around ?? [])].map(([key, value]) => {
    const [shownBy = '', field = ''] = key.split('\n');
    return { field, value, shownBy };
  });
}

const fieldsOf = ({ went }: Family): string[] =>
  [...new Set(went.flatMap(({ fields }) => [...fields.keys()]))].sort(compareText);

/**
 * The probability that chance alone explains the conditions (Fisher's exact test): that the tasks that changed a record
 * found them so often, given how often other records have them; or, if changes failed, that failures fell on the others.
 */
function chance({ family: { went, failed }, unchanged }: Case, conditions: readonly Condition[]): number {
  const holds = (one: ChangeOfRecord | RecordShown): boolean => satisfies(one, conditions);
  const [tasks, others] = [tasksOf(went.filter(holds)), tasksOf(went.filter((one) => !holds(one)))];
  const alike = unchanged.filter(holds).length;
  const byFrequency = fisherExact(tasks, others, alike, unchanged.length - alike);
  const refused = failed.filter((one) => !holds(one));
  if (refused.length === 0) return byFrequency;
  return Math.min(byFrequency, fisherExact(tasks, tasksOf(failed.filter(holds)), others, tasksOf(refused)));
}

/** The share of records that satisfy all conditions, smoothed. */
const shareOf = (records: readonly RecordShown[], conditions: readonly Condition[]): number =>
  (records.filter((one) => satisfies(one, conditions)).length + 1) / (records.length + 2);

function significant<T extends { pValue: number }>(found: readonly T[]): T[] {
  const adjusted = adjustForMany(found.map(({ pValue }) => pValue));
  return found.filter((_, at) => (adjusted[at] ?? 1) < FALSE_SHARE);
}

function describe(family: Family, conditions: Condition[]): Precondition {
  const holds = (one: ChangeOfRecord): boolean => satisfies(one, conditions);
  const held = family.went.filter(holds);
  return {
    change: family.change,
    argument: family.argument,
    reader: family.reader,
    conditions,
    held,
    exceptions: family.went.filter((one) => !holds(one)),
    refused: family.failed.filter((one) => !holds(one)),
    tasks: tasksOf(held),
  };
}

const satisfies = (
  { fields, around }: Pick<ChangeOfRecord, 'fields' | 'around'>,
  conditions: readonly Condition[],
): boolean =>
  conditions.every(
    ({ field, value, shownBy }) =>
      (shownBy === undefined ? fields.get(field) : around.get(aroundKey(shownBy, field))) === value,
  );

const tasksOf = (changes: readonly ChangeOfRecord[]): number =>
  new Set(changes.map(({ session }) => session.task)).size;

function mostCommonValue(changes: readonly ChangeOfRecord[], field: string): string {
  const counts = new Map<string, number>();
  for (const { fields } of changes) {
    const value = fields.get(field);
    if (value !== undefined) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return [...counts].sort((a, b) => b[1] - a[1] || compareText(a[0], b[0]))[0]?.[0] ?? '';
}
