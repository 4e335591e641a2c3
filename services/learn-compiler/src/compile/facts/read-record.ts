import { textOf } from '../steps/read-outcome.ts';
import { contentKey } from '../text/hash.ts';
import { isRecord, unwrapJson, type JsonRecord } from '../text/json.ts';

/** What a call returned of one record, such as an order. Plain data, to be stored as JSON. */
export interface RecordState {
  /** Hash of the tool and of the id of the record. */
  readonly record: string;
  /** The other scalar fields. Long values are hashes. */
  readonly fields: Readonly<Record<string, string>>;
}

/** Names of fields that identify the record in which they stand. */
const ID_FIELD = /^(?:id|uuid|key|sku|\w+(?:_id|Id|_uuid|_key|_number|Number))$/u;
const MAX_FIELDS = 64;
/** In characters. */
const MAX_VALUE = 64;

/** Reads the record that a call of a tool returned: a JSON object with an id. Null if it returned anything else. */
export function readRecord(tool: string, output: unknown): RecordState | null {
  const whole = unwrapJson(Array.isArray(output) ? textOf(output) : output);
  if (!isRecord(whole)) return null;
  const scalars = scalarsOf(unwrapped(whole));
  const id = scalars.find(([name]) => ID_FIELD.test(name));
  if (id === undefined) return null;
  const fields = scalars.filter((field) => field !== id).slice(0, MAX_FIELDS);
  return { record: contentKey('record', tool, ...id), fields: Object.fromEntries(fields.map(bounded)) };
}

/** Whether a newer state of a record says something else than an older one. */
export const changesRecord = (newer: RecordState, older: RecordState): boolean =>
  Object.entries(older.fields).some(([name, value]) => (newer.fields[name] ?? value) !== value);

/** Many tools wrap the record: `{"order": {…}}`. */
function unwrapped(whole: JsonRecord): JsonRecord {
  const values = Object.values(whole);
  const [only] = values;
  return values.length === 1 && isRecord(only) ? only : whole;
}

const scalarsOf = (record: JsonRecord): (readonly [string, string])[] =>
  Object.entries(record).flatMap(([name, value]) =>
    typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
      ? [[name, String(value)] as const]
      : [],
  );

const bounded = ([name, value]: readonly [string, string]): [string, string] => [
  name.length > MAX_VALUE ? contentKey(name) : name,
  value.length > MAX_VALUE ? contentKey(value) : value,
];
