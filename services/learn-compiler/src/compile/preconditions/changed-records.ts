import { addToGroup } from '@strata/kernel/add-to-group';
import { compareText } from '../text/words.ts';
import type { ChangeOfRecord, RecordShown } from './record-changes.ts';

/** A change and what names its records: the changes that are compared with each other. */
export interface Family {
  change: string;
  argument: string;
  reader: string;
  went: ChangeOfRecord[];
  failed: ChangeOfRecord[];
}

/** The changes by what they change and which read shows it. */
export function familiesOf(made: readonly ChangeOfRecord[]): Family[] {
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
export class ShownRecords {
  readonly #byReader = new Map<string, RecordShown[]>();

  constructor(shown: readonly RecordShown[]) {
    const once = new Set<string>();
    for (const record of shown) {
      const fields = [...record.fields].map(([field, value]) => `${field}=${value}`);
      const key = [record.session.id, record.reader, record.id, ...fields].join('\n');
      if (once.has(key)) continue;
      once.add(key);
      addToGroup(this.#byReader, record.reader, record);
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
export interface Case {
  family: Family;
  unchanged: readonly RecordShown[];
}
