import type { EventInput } from '@strata/contracts/schemas/event';
import { describeSystemError, messageOf } from '../files/system-error.ts';
import type { RecordTally } from '../formats/record-tally.ts';

/** What an import did, or in a dry run would do. Counts are of this run alone. */
export interface ImportReport {
  readonly source: string;
  readonly isDryRun: boolean;
  readonly files: {
    readonly found: number;
    readonly read: number;
    /** Not read, because nothing was added since the last import. */
    readonly unchanged: number;
    readonly failed: readonly { readonly path: string; readonly reason: string }[];
  };
  readonly sessions: number;
  readonly events: { readonly total: number; readonly byType: Readonly<Record<string, number>> };
  /** The JSON of all events, in bytes. */
  readonly bytes: number;
  /** The first and the last time of an event, ISO 8601 in UTC. */
  readonly from: string | undefined;
  readonly to: string | undefined;
  /** Secrets that were replaced before sending, by kind. */
  readonly secrets: Readonly<Record<string, number>>;
  /** Events that were too large and are cut. */
  readonly cut: number;
  /** Records that are left out on purpose, by reason. */
  readonly leftOut: Readonly<Record<string, number>>;
  /** Records of types that are not known, by type. */
  readonly unknown: Readonly<Record<string, number>>;
  /** Lines that are no JSON or have not the shape of their type; the first 100 with their numbers. */
  readonly broken: {
    readonly total: number;
    readonly lines: readonly { readonly path: string; readonly line: number }[];
  };
  /** Events that the service has stored. */
  readonly sent: number;
  /** Events that the service did not accept; the first 100 with its reason. */
  readonly rejected: {
    readonly total: number;
    readonly first: readonly { readonly key: string; readonly code: string; readonly message: string }[];
  };
}

const MAX_LISTED = 100;
/** Types of records come from files: no name is longer, and no list has more of them. */
const MAX_NAME = 80;
const MAX_NAMES = 200;
const OTHERS = 'others';

class Counts {
  readonly #counts = new Map<string, number>();

  add(name: string, by = 1): void {
    const short = name.slice(0, MAX_NAME);
    const key = this.#counts.has(short) || this.#counts.size < MAX_NAMES ? short : OTHERS;
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + by);
  }

  toRecord(): Record<string, number> {
    return Object.fromEntries([...this.#counts].sort(([one], [other]) => (one < other ? -1 : 1)));
  }
}

/** Counts what an import does. */
export class Tally implements RecordTally {
  readonly #source: string;
  readonly #isDryRun: boolean;
  readonly #byType = new Counts();
  readonly #secrets = new Counts();
  readonly #leftOut = new Counts();
  readonly #unknown = new Counts();
  readonly #sessions = new Set<string>();
  readonly #failed: { path: string; reason: string }[] = [];
  readonly #brokenLines: { path: string; line: number }[] = [];
  readonly #firstRejected: { key: string; code: string; message: string }[] = [];
  readonly #files = { found: 0, read: 0, unchanged: 0 };
  #events = 0;
  #bytes = 0;
  #cut = 0;
  #broken = 0;
  #sent = 0;
  #rejected = 0;
  #from: string | undefined;
  #to: string | undefined;

  constructor(source: string, isDryRun: boolean) {
    this.#source = source;
    this.#isDryRun = isDryRun;
  }

  file(outcome: 'read' | 'unchanged'): void {
    this.#files.found += 1;
    this.#files[outcome] += 1;
  }

  failed(path: string, error: unknown): void {
    this.#files.found += 1;
    this.#failed.push({ path, reason: describeSystemError(error, 'The file') ?? messageOf(error) });
  }

  /** Whether no file was found. */
  get isEmpty(): boolean {
    return this.#files.found === 0;
  }

  leftOut(reason: string): void {
    this.#leftOut.add(reason);
  }

  unknown(type: string): void {
    this.#unknown.add(type);
  }

  broken(path: string, line: number): void {
    this.#broken += 1;
    if (this.#brokenLines.length < MAX_LISTED) this.#brokenLines.push({ path, line });
  }

  event(
    event: EventInput,
    bytes: number,
    { isCut, secretKinds }: { isCut: boolean; secretKinds: readonly string[] },
  ): void {
    this.#events += 1;
    this.#bytes += bytes;
    this.#byType.add(event.type);
    this.#sessions.add(event.sessionId);
    if (isCut) this.#cut += 1;
    for (const kind of secretKinds) this.#secrets.add(kind);
    const at = event.metadata?.occurredAt;
    if (at === undefined) return;
    if (this.#from === undefined || at < this.#from) this.#from = at;
    if (this.#to === undefined || at > this.#to) this.#to = at;
  }

  stored(count: number): void {
    this.#sent += count;
  }

  rejected(key: string, code: string, message: string): void {
    this.#rejected += 1;
    if (this.#firstRejected.length < MAX_LISTED) this.#firstRejected.push({ key, code, message });
  }

  report(): ImportReport {
    return {
      source: this.#source,
      isDryRun: this.#isDryRun,
      files: { ...this.#files, failed: [...this.#failed] },
      sessions: this.#sessions.size,
      events: { total: this.#events, byType: this.#byType.toRecord() },
      bytes: this.#bytes,
      from: this.#from,
      to: this.#to,
      secrets: this.#secrets.toRecord(),
      cut: this.#cut,
      leftOut: this.#leftOut.toRecord(),
      unknown: this.#unknown.toRecord(),
      broken: { total: this.#broken, lines: [...this.#brokenLines] },
      sent: this.#sent,
      rejected: { total: this.#rejected, first: [...this.#firstRejected] },
    };
  }
}
