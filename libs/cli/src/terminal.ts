import pc from 'picocolors';
import { text as readAll } from 'node:stream/consumers';
import type { Readable } from 'node:stream';

interface Streams {
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stdout: { write(text: string): unknown; readonly isTTY?: boolean };
  readonly stderr: { write(text: string): unknown; readonly isTTY?: boolean };
}

/**
 * Control characters, and marks that turn the direction of writing, except tabs and line breaks: texts of memories must not steer a
 * terminal. Bold and faint, which this program writes, may stay.
 */
const ESCAPE = String.fromCharCode(27);
const STEERING = new RegExp(
  `${ESCAPE}(?!\\[(?:1|2|22)m)|(?![\\n\\t${ESCAPE}])\\p{Cc}|[\\u202A-\\u202E\\u2066-\\u2069]`,
  'gu',
);
const CLEAR_LINE = '\r\u001B[K';

/** Where a command reads and prints: results on standard output; progress, hints and errors on standard error. */
export class Terminal {
  readonly #streams: Streams;
  readonly #colors: ReturnType<typeof pc.createColors>;
  #hasProgress = false;

  constructor(streams: Streams, mayColor: boolean) {
    this.#streams = streams;
    this.#colors = pc.createColors(mayColor && streams.stdout.isTTY === true);
  }

  /** Whether a person types: prompts make sense. */
  get isInteractive(): boolean {
    return this.#streams.stdin.isTTY === true && this.#streams.stderr.isTTY === true;
  }

  print(line: string): void {
    this.#clearProgress();
    this.#streams.stdout.write(`${line.replace(STEERING, '\uFFFD')}\n`);
  }

  /** One JSON document on one line. */
  json(value: unknown): void {
    this.print(JSON.stringify(value));
  }

  note(line: string): void {
    this.#clearProgress();
    this.#streams.stderr.write(`${line.replace(STEERING, '\uFFFD')}\n`);
  }

  /** Shows how far long work is, at a terminal only; the next line that is printed takes its place. */
  progress(line: string): void {
    if (this.#streams.stderr.isTTY !== true) return;
    this.#streams.stderr.write(CLEAR_LINE + line);
    this.#hasProgress = true;
  }

  title(text: string): string {
    return this.#colors.bold(text);
  }

  faint(text: string): string {
    return this.#colors.dim(text);
  }

  /** Everything on standard input. */
  readInput(): Promise<string> {
    return readAll(this.#streams.stdin);
  }

  get input(): Readable {
    return this.#streams.stdin;
  }

  #clearProgress(): void {
    if (this.#hasProgress) this.#streams.stderr.write(CLEAR_LINE);
    this.#hasProgress = false;
  }
}
