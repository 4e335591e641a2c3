import { adjustForMany } from '../statistics/fisher.ts';
import type { Session } from '../sessions/session.ts';
import { compareText } from '../text/words.ts';
import { familiesOf, ShownRecords, type Family } from './changed-records.ts';
import {
  holdingFields,
  jointCondition,
  MAX_TOGETHER,
  satisfies,
  tasksOf,
  type Condition,
} from './holding-conditions.ts';
import { aroundKey, readRecordHistory, type ChangeOfRecord } from './record-changes.ts';

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
