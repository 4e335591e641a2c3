import type { EventInput } from '@strata/contracts/schemas/event';
import type { Found } from '../acts/act.ts';
import type { FilePattern } from '../files/find-files.ts';
import type { RecordTally } from './record-tally.ts';

/** Where a record stands. */
export interface Place {
  readonly path: string;
  /** The first byte of its line. */
  readonly position: number;
  /** From 1. */
  readonly line: number;
}

/** An event that a file holds as it is to be sent. Without an idempotency key it gets one from its place or content. */
export interface GivenEvent {
  readonly event: EventInput;
  readonly key: string;
}

/** Reads the records of one file in order. */
export interface LineReader {
  read(record: unknown, place: Place, tally: RecordTally): readonly (Found | GivenEvent)[];
  /** What can only be told at the end of what was read. */
  end?(): readonly Found[];
  /** Continues where another reader ended, from its `state`; `recall` gives the record at a position once more. */
  resume?(state: unknown, recall: (position: number) => Promise<unknown>): Promise<void>;
  /** Small, and without texts of the transcript. */
  state?(): unknown;
}

/** A source whose files are read line by line, and read on where they grew. */
export interface LineSource {
  readonly kind: 'lines';
  readonly pattern: FilePattern;
  readonly createReader: (path: string) => LineReader;
  /** Whether events are compared with those of the session that were sent before, because records repeat others. */
  readonly repeats?: true;
}

/** A session that is read as a whole. */
export interface WholeSession {
  readonly id: string;
  /** Differs after each change of the session. */
  readonly mark: string;
  readonly read: (tally: RecordTally) => Iterable<Found>;
}

/** A source whose files hold whole sessions that change in place. */
export interface SessionSource {
  readonly kind: 'sessions';
  readonly pattern: FilePattern;
  readonly sessions: (path: string, tally: RecordTally) => AsyncIterable<WholeSession>;
  /** Files beside it that belong to it, as `-wal`. */
  readonly companions?: readonly string[];
}

export type Source = LineSource | SessionSource;
