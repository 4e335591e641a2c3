import type { Span } from './detector.ts';

/** Separates unrelated texts. No text of an event contains a NUL, so no detector matches across it. */
export const BETWEEN = '\n\0\n';
/** Separates a key of an object from the text that is its value. */
export const VALUE_OF = '\n\0=\0\n';

/** The role of a text: the value of the key before it, or unrelated to the text before it. */
export type TextRole = 'value' | 'apart';

/** Replaces every key and every text of a JSON value by the result of `visit`, in a fixed order. */
export function rewriteTexts(value: unknown, visit: (text: string, role: TextRole) => string): unknown {
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

/** Rewrites the value of a key. A text, or the first text of a list, belongs to the key. */
function rewriteValue(value: unknown, visit: (text: string, role: TextRole) => string): unknown {
  if (typeof value === 'string') return visit(value, 'value');
  if (!Array.isArray(value) || typeof value[0] !== 'string') return rewriteTexts(value, visit);
  const [first, ...others] = value as [string, ...unknown[]];
  return [visit(first, 'value'), ...others.map((item) => rewriteTexts(item, visit))];
}

/** Keeps keys distinct that become equal without their secrets. `numbered` has the last number of each name. */
function unusedName(name: string, used: ReadonlyMap<string, unknown>, numbered: Map<string, number>): string {
  if (!used.has(name)) return name;
  for (let nth = (numbered.get(name) ?? 1) + 1; ; nth += 1) {
    const unused = `${name}#${String(nth)}`;
    if (used.has(unused)) continue;
    numbered.set(name, nth);
    return unused;
  }
}

/** A part of the text of an event, and what replaces it. */
export interface Replacement extends Span {
  readonly by: string;
}

/** All texts of an event as one text, and the position of each. */
export class EventTexts {
  readonly text: string;
  readonly #value: unknown;
  readonly #spans: Span[] = [];

  constructor(value: unknown) {
    this.#value = value;
    const parts: string[] = [BETWEEN];
    let length = BETWEEN.length;
    rewriteTexts(value, (text, role) => {
      if (role === 'value') {
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

  /** Returns the value with parts of its texts replaced. The replacements are ordered and do not overlap. */
  replace(replacements: readonly Replacement[]): unknown {
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
