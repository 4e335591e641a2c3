import { perSession } from '../sessions/per-session.ts';
import type { Act, Session } from '../sessions/session.ts';
import { canonical } from '../steps/value-shapes.ts';

/** What an earlier read showed about the record that a change names. */
export interface ChangeOfRecord {
  session: Session;
  /** The change: a call of a tool that changes something. */
  act: Act;
  /** The argument that names the record. */
  argument: string;
  /** The value of that argument. */
  id: string;
  /** The symbol of the read that showed the record last. */
  reader: string;
  /** Field → value of the record at that moment. */
  fields: ReadonlyMap<string, string>;
  /** {@link aroundKey} → value of what the last other reads showed. */
  around: ReadonlyMap<string, string>;
  /** Events of these reads, and of the last change of each field of the record. */
  shownBy: readonly string[];
}

/** A record that a read showed. */
export interface RecordShown {
  session: Session;
  /** The value of the argument under which it was read. */
  id: string;
  reader: string;
  fields: ReadonlyMap<string, string>;
  /** {@link aroundKey} → value of what the last other reads of the session showed. */
  around: ReadonlyMap<string, string>;
}

export interface RecordHistory {
  changes: ChangeOfRecord[];
  shown: RecordShown[];
}

/** A field of what another read showed. */
export const aroundKey = (reader: string, field: string): string => `${reader}\n${field}`;

interface KnownRecord {
  reader: string;
  fields: Map<string, string>;
  /** The events of the read. */
  readIn: readonly string[];
  /** Field → the events of the last change that set it. */
  setIn: Map<string, readonly string[]>;
}

/** Shorter values (`1`, `y`) do not name a record. */
const MIN_ID = 3;
/** The number of reads around a record that are looked at, the last ones. */
const MAX_AROUND = 8;

/**
 * Joins each change with the record last read under one of its arguments, as an object-centric event log relates events to
 * objects (van der Aalst, "Object-centric process mining", SEFM 2019): the argument's value names the record, and the
 * read that took the same value showed its fields.
 */
export function readRecordHistory(sessions: readonly Session[], changes: ReadonlySet<string>): RecordHistory {
  const histories = sessions.map((session) => historyOf(session, changes));
  return {
    changes: histories.flatMap((history) => history.changes),
    shown: histories.flatMap((history) => history.shown),
  };
}

const historyOf = perSession((session, changes: ReadonlySet<string>): RecordHistory => {
  const history: RecordHistory = { changes: [], shown: [] };
  const records = new Map<string, KnownRecord>();
  // What each read showed last, whatever it was asked for.
  const latest = new Map<string, KnownRecord>();
  for (const act of session.acts) {
    const named = namedObjects(act);
    if (changes.has(act.symbol))
      for (const [argument, id] of named) {
        const record = records.get(id);
        if (record !== undefined)
          history.changes.push({
            session,
            act,
            argument,
            id,
            reader: record.reader,
            fields: new Map(record.fields),
            around: around(latest, record.reader),
            shownBy: eventsOf(record, latest),
          });
      }
    if (act.outcome === 'error' || act.fields.length === 0) continue;
    const fields = fieldsOf(act.fields);
    for (const [, id] of named) {
      const known = records.get(id);
      if (!changes.has(act.symbol)) {
        const record = { reader: act.symbol, fields: new Map(fields), readIn: act.eventIds, setIn: new Map() };
        records.set(id, record);
        remember(latest, record);
        history.shown.push({ session, id, reader: act.symbol, fields, around: new Map() });
      } else if (known !== undefined) {
        for (const [field, value] of fields) {
          known.fields.set(field, value);
          known.setIn.set(field, act.eventIds);
        }
      }
    }
  }
  const readers = new Set(history.shown.map(({ reader }) => reader));
  const aroundOf = new Map([...readers].map((reader) => [reader, around(latest, reader)]));
  return {
    ...history,
    shown: history.shown.map((one) => ({ ...one, around: aroundOf.get(one.reader) ?? one.around })),
  };
});

function remember(latest: Map<string, KnownRecord>, record: KnownRecord): void {
  latest.delete(record.reader);
  latest.set(record.reader, record);
  const [first] = latest.keys();
  if (latest.size > MAX_AROUND && first !== undefined) latest.delete(first);
}

/** The events that show what a record was, and what was around it. */
const eventsOf = ({ readIn, setIn }: KnownRecord, latest: ReadonlyMap<string, KnownRecord>): string[] => [
  ...new Set([
    ...readIn,
    ...[...setIn.values()].flat(),
    ...[...latest.values()].flatMap((other) => other.readIn.slice(0, 1)),
  ]),
];

function around(latest: ReadonlyMap<string, KnownRecord>, reader: string): Map<string, string> {
  const shown = new Map<string, string>();
  for (const [other, { fields }] of latest)
    if (other !== reader) for (const [field, value] of fields) shown.set(aroundKey(other, field), value);
  return shown;
}

function namedObjects(act: Act): [argument: string, id: string][] {
  return Object.entries(act.args)
    .map(([argument, value]): [string, string] => [argument, canonical(value)])
    .filter(([, id]) => id.length >= MIN_ID);
}

function fieldsOf(facts: readonly string[]): Map<string, string> {
  return new Map(facts.map((fact) => [fact.slice(0, fact.indexOf('=')), fact.slice(fact.indexOf('=') + 1)]));
}
