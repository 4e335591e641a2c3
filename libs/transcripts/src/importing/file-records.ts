import type { RecordTally } from '../formats/record-tally.ts';

/** A file that is no transcript of its source. Nothing of it counts as read, so that it fails again the next time. */
export class NoTranscript extends Error {
  override readonly name = 'NoTranscript';
}

/** What came of the records of one file, to tell a transcript from any other file. Passes everything on to another tally. */
export class FileRecords implements RecordTally {
  readonly #tally: RecordTally;
  #found = 0;
  #leftOut = 0;
  #known = 0;
  #unknown = 0;
  #broken = 0;

  constructor(tally: RecordTally) {
    this.#tally = tally;
  }

  leftOut(reason: string): void {
    this.#leftOut += 1;
    this.#tally.leftOut(reason);
  }

  unknown(type: string): void {
    this.#unknown += 1;
    this.#tally.unknown(type);
  }

  broken(path: string, line: number): void {
    this.#broken += 1;
    this.#tally.broken(path, line);
  }

  /** Reads one record or session, or what is told at the end of a file, and counts what is found in it. */
  *count<Item>(read: () => Iterable<Item>, isAtEnd = false): Generator<Item> {
    const before = this.#unknown + this.#broken;
    for (const item of read()) {
      this.#found += 1;
      yield item;
    }
    if (!isAtEnd && this.#unknown + this.#broken === before) this.#known += 1;
  }

  /**
   * Throws a `NoTranscript` if the file is none: in a folder, if nothing in it could be understood; if the user named it, also if it has
   * nothing to send or to leave out.
   */
  requireTranscript(source: string, { isNamed, size }: { readonly isNamed: boolean; readonly size: number }): void {
    if (this.#found + this.#leftOut > 0) return;
    if (!isNamed && (this.#broken === 0 || this.#known + this.#unknown > 0)) return;
    if (size === 0) throw new NoTranscript('The file is empty');
    const reasons = [
      ...(this.#broken > 0 ? [`${counted(this.#broken, 'line')} no JSON, or of another form`] : []),
      ...(this.#unknown > 0 ? [`${counted(this.#unknown, 'record')} of an unknown type`] : []),
    ];
    throw new NoTranscript(
      `It has nothing of ${source}: ${reasons.join(', ') || 'there is no message and no act in it'}`,
    );
  }
}

const counted = (count: number, noun: string): string => `${String(count)} ${noun}${count === 1 ? ' is' : 's are'}`;
