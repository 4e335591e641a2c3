import pc from 'picocolors';
import { text as readAll } from 'node:stream/consumers';
import type { Readable } from 'node:stream';

interface Streams {
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stdout: { write(text: string): unknown; readonly isTTY?: boolean };
  readonly stderr: { write(text: string): unknown; readonly isTTY?: boolean };
}

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
    this.#streams.stdout.write(`${line}\n`);
  }

  /** One JSON document on one line. */
  json(value: unknown): void {
    this.print(JSON.stringify(value));
  }

  note(line: string): void {
    this.#clearProgress();
    this.#streams.stderr.write(`${line}\n`);
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
