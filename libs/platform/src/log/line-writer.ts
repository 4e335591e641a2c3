import type { Writable } from 'node:stream';

/** Writers with lines that wait. What is logged just before the process exits must not be lost. */
const waiting = new Set<LineWriter>();
process.on('exit', () => {
  for (const writer of waiting) writer.flush();
});

/** Milliseconds that a line waits at most. A process that is killed loses the lines of this time. */
const LINGER_MS = 20;

/** Collects lines for up to 20 ms and writes them with one call: each call costs about as much as making a line. */
export class LineWriter {
  readonly #stream: Writable;
  #lines: string[] = [];

  constructor(stream: Writable) {
    this.#stream = stream;
  }

  /** An urgent line is written at once, behind those that wait. */
  write(line: string, { isUrgent }: { readonly isUrgent: boolean }): void {
    this.#lines.push(line);
    if (isUrgent) this.flush();
    else if (this.#lines.length === 1) {
      waiting.add(this);
      setTimeout(() => this.flush(), LINGER_MS).unref();
    }
  }

  flush(): void {
    waiting.delete(this);
    if (this.#lines.length === 0) return;
    const text = this.#lines.join('\n');
    this.#lines = [];
    this.#stream.write(`${text}\n`);
  }
}
