import { z } from 'zod';

/** Nesting that no honest payload needs; deeper input is refused before anything recurses over it. */
export const MAX_JSON_DEPTH = 64;

const FORBIDDEN_KEYS = new Set(['__proto__']);
// A lone surrogate or NUL is a JSON string that PostgreSQL cannot store and UTF-8 cannot say.
const UNSTORABLE = /\0|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/;

/** Why a string cannot be stored, or undefined. */
export const unstorable = (text: string): string | undefined =>
  UNSTORABLE.test(text) ? 'contains a NUL character or a lone surrogate' : undefined;

interface Fault {
  path: (string | number)[];
  message: string;
}

/** The first thing in a parsed JSON value that cannot be kept, with the path to it. Iterative: depth costs no stack. */
function firstFault(root: unknown): Fault | undefined {
  const open: { value: unknown; path: (string | number)[] }[] = [{ value: root, path: [] }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, path } = next;
    if (typeof value === 'string') {
      const message = unstorable(value);
      if (message) return { path, message };
    } else if (typeof value === 'object' && value !== null) {
      if (path.length >= MAX_JSON_DEPTH) return { path: path.slice(0, 1), message: 'is nested too deeply' };
      for (const [key, child] of Object.entries(value)) {
        if (FORBIDDEN_KEYS.has(key)) return { path, message: `must not have the key ${key}` };
        const message = unstorable(key);
        if (message) return { path, message: `has a key that ${message}` };
        if (typeof child === 'object' || typeof child === 'string')
          open.push({ value: child, path: [...path, Array.isArray(value) ? Number(key) : key] });
      }
    }
  }
  return undefined;
}

const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A JSON object from outside, with arbitrary keys: storable strings, bounded depth, no `__proto__`. */
export const jsonObject = z
  .custom<Record<string, unknown>>(isPlainObject, 'must be an object')
  .superRefine((value, context) => {
    const fault = firstFault(value);
    if (fault) context.addIssue({ code: 'custom', path: fault.path, message: fault.message });
  });

/** A text from outside: storable, with a length in characters. */
export const text = (minimum: number, maximum: number): z.ZodString =>
  z
    .string()
    .min(minimum)
    .max(maximum)
    .superRefine((value, context) => {
      const message = unstorable(value);
      if (message) context.addIssue({ code: 'custom', message });
    });
