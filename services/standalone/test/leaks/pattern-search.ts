/** Every pattern is found by its first three bytes. */
const PREFIX = 3;

interface Pattern {
  readonly name: string;
  readonly bytes: Buffer;
}

/** Finds many patterns in one pass over the bytes: the stores of a system are too large for a pass per pattern. */
export class PatternSearch {
  readonly #isPrefix = new Uint8Array(2 ** (8 * PREFIX));
  readonly #byPrefix = new Map<number, Pattern[]>();

  /** `text` is searched as UTF-8. Throws if it is shorter than three bytes. */
  add(name: string, text: string): void {
    const bytes = Buffer.from(text);
    const prefix = bytes.readUIntBE(0, PREFIX);
    this.#isPrefix[prefix] = 1;
    this.#byPrefix.set(prefix, [...(this.#byPrefix.get(prefix) ?? []), { name, bytes }]);
  }

  /** The names of the patterns in the bytes, each once. */
  namesIn(bytes: Buffer): string[] {
    const names = new Set<string>();
    const isPrefix = this.#isPrefix;
    const mask = isPrefix.length - 1;
    let prefix = 0;
    for (let end = 1; end <= bytes.length; end += 1) {
      prefix = ((prefix << 8) | (bytes[end - 1] ?? 0)) & mask;
      if (isPrefix[prefix] !== 1) continue;
      const start = end - PREFIX;
      for (const { name, bytes: pattern } of this.#byPrefix.get(prefix) ?? [])
        if (bytes.subarray(start, start + pattern.length).equals(pattern)) names.add(name);
    }
    return [...names];
  }
}
