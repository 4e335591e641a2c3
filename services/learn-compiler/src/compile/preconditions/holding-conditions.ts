import { countTasks } from '../sessions/count-tasks.ts';
import { fisherExact } from '../statistics/fisher.ts';
import { mostCommon } from '../text/most-common.ts';
import { compareText } from '../text/words.ts';
import type { Case, Family, ShownRecords } from './changed-records.ts';
import { aroundKey, type ChangeOfRecord, type RecordShown } from './record-changes.ts';

/** A field and the value that a record had. */
export interface Condition {
  field: string;
  value: string;
  /** The symbol of another read that shows it; absent for the changed record itself. */
  shownBy?: string;
}

const MIN_TASKS = 2;
const HOLDS_IN = 0.95;
/** A value that most records have anyway says nothing about the change. */
const MOST_RECORDS = 0.8;
const MAX_VALUES = 12;
export const MAX_TOGETHER = 3;
/** Joint conditions are chosen among many, so they need more evidence than a single one. */
const MIN_TASKS_TOGETHER = 4;

/** A condition that held, and the probability that chance explains it. */
export interface Holding {
  family: Family;
  condition: Condition;
  /** Held in every change that went through. */
  everHeld: boolean;
  pValue: number;
}

/** The fields that had one value in nearly all changes that went through, and not in most other records. */
export function holdingFields({ family, unchanged }: Case, shown: ShownRecords): Holding[] {
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
export function jointCondition(
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

export const satisfies = (
  { fields, around }: Pick<ChangeOfRecord, 'fields' | 'around'>,
  conditions: readonly Condition[],
): boolean =>
  conditions.every(
    ({ field, value, shownBy }) =>
      (shownBy === undefined ? fields.get(field) : around.get(aroundKey(shownBy, field))) === value,
  );

export const tasksOf = (changes: readonly ChangeOfRecord[]): number =>
  countTasks(changes.map(({ session }) => session));

const mostCommonValue = (changes: readonly ChangeOfRecord[], field: string): string =>
  mostCommon(changes.flatMap(({ fields }) => fields.get(field) ?? []))[0]?.[0] ?? '';
