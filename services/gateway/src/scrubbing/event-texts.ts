import type { Span } from './detector.ts';

/** Between texts that have nothing to do with each other. No text of an event holds a NUL, so no detector reads over it. */
export const BETWEEN = '\n\0\n';
/** Between a key of an object and the text that is its value. */
export const VALUE_OF = '\n\0=\0\n';

/** How a text stands in an object or a list: as the value of the key before it, or by itself. */
export type Place = 'value' | 'apart';

/** Every key and every text of a JSON value, in an order that is always the same, through `visit`; the rest as it is. */
export function rewriteTexts(value: unknown, visit: (text: string, place: Place) => string): unknown {
  if (typeof value === 'string') return visit(value, 'apart');
  if (Array.isArray(value)) return value.map((item) => rewriteTexts(item, visit));
  if (typeof value !== 'object' || value === null) return value;
  const rewritten = new Map<string, unknown>();
  const numbered = new Map<string, number>();
  for (const [key, child] of Object.entries(value)) {
    const name = visit(key, 'apart');
    const content = rewriteValue(child, visit);
    rewritten.set(unusedName(name, rewritten, numbered), content);
  }
  return Object.fromEntries(rewritten);
}

/** What a key of an object stands before: a text, or a list that begins with one. */
function rewriteValue(value: unknown, visit: (text: string, place: Place) => string): unknown {
  if (typeof value === 'string') return visit(value, 'value');
  if (!Array.isArray(value) || typeof value[0] !== 'string') return rewriteTexts(value, visit);
  const [first, ...others] = value as [string, ...unknown[]];
  return [visit(first, 'value'), ...others.map((item) => rewriteTexts(item, visit))];
}

/** Two keys that read the same once their secrets are out stay two keys. `numbered`: the last number of each name. */
function unusedName(name: string, used: ReadonlyMap<string, unknown>, numbered: Map<string, number>): string {
  if (!used.has(name)) return name;
  for (let nth = (numbered.get(name) ?? 1) + 1; ; nth += 1) {
    const unused = `${name}#${String(nth)}`;
    if (used.has(unused)) continue;
    numbered.set(name, nth);
    return unused;
  }
}

/** All texts of an event as one, and where each of them stands in it. */
export class EventTexts {
  readonly text: string;
  readonly #value: unknown;
  readonly #spans: Span[] = [];

  constructor(value: unknown) {
    this.#value = value;
    const parts: string[] = [BETWEEN];
    let length = BETWEEN.length;
    rewriteTexts(value, (text, place) => {
      if (place === 'value') {
        parts[parts.length - 1] = VALUE_OF;
        length += VALUE_OF.length - BETWEEN.length;
      }
      this.#spans.push({ start: length, end: length + text.length });
      parts.push(text, BETWEEN);
      length += text.length + BETWEEN.length;
      return text;
    });
    this.text = parts.join('');
  }

  /** The value with these parts of its texts replaced. They are in order and apart from each other. */
  replace(replacements: readonly (Span & { readonly by: string })[]): unknown {
    let text = 0;
    let next = 0;
    return rewriteTexts(this.#value, (whole) => {
      const { start, end } = this.#spans[text++] ?? { start: 0, end: 0 };
      let rewritten = '';
      let done = start;
      for (; (replacements[next]?.start ?? Infinity) < end; next += 1) {
        const { start: from = 0, end: to = 0, by = '' } = replacements[next] ?? {};
        rewritten += this.text.slice(done, from) + by;
        done = Math.min(to, end);
      }
      return done === start ? whole : rewritten + this.text.slice(done, end);
    });
  }
}
