import { z } from 'zod';

/** Deeper than any real payload. Deeper input is rejected before anything recurses over it. */
export const MAX_JSON_DEPTH = 64;

const FORBIDDEN_KEYS = new Set(['__proto__']);
// JSON can contain NUL and lone surrogates, but PostgreSQL cannot store them, nor UTF-8 express the latter.
const UNSTORABLE = /\0|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/;

/** The part of the rule that every regular expression dialect can express. */
const NO_NUL = String.raw`^[^\x00]*$`;

/** Why a string cannot be stored, or undefined. */
export const unstorable = (text: string): string | undefined =>
  UNSTORABLE.test(text) ? 'contains a NUL character or a lone surrogate' : undefined;

interface Fault {
  path: (string | number)[];
  message: string;
}

/** The first part of a parsed JSON value that cannot be stored, with its path. Iterative, so depth costs no stack. */
function firstFault(root: unknown): Fault | undefined {
  const open: { value: unknown; path: (string | number)[] }[] = [{ value: root, path: [] }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, path } = next;
    if (typeof value === 'string') {
      const message = unstorable(value);
      if (message) return { path, message };
    } else if (typeof value === 'object' && value !== null) {
      if (path.length >= MAX_JSON_DEPTH) return { path: path.slice(0, 1), message: 'is nested too deeply' };
      const pathTo = (key: string): Fault['path'] => [...path, Array.isArray(value) ? Number(key) : key];
      for (const [key, child] of Object.entries(value)) {
        if (FORBIDDEN_KEYS.has(key)) return { path, message: `must not have the key ${key}` };
        const message = unstorable(key);
        if (message) return { path, message: `has a key that ${message}` };
        if (typeof child === 'object' || typeof child === 'string') open.push({ value: child, path: pathTo(key) });
        // JSON.stringify would turn it into null.
        else if (typeof child === 'number' && !Number.isFinite(child))
          return { path: pathTo(key), message: 'is too large a number' };
      }
    }
  }
  return undefined;
}

const rejectUnstorable = z.transform((value, context) => {
  const fault = firstFault(value);
  if (fault) context.issues.push({ code: 'custom', input: value, path: fault.path, message: fault.message });
  return value;
});

/** Any JSON value. Only for values that are checked as a whole elsewhere. */
export const jsonValue = z.unknown().meta({ id: 'JsonValue' });

/** A stored JSON object. */
export const keptObject = z.record(z.string(), jsonValue).meta({ id: 'JsonObject' });

/** An object from outside with arbitrary keys beside those of `known`: storable strings, finite numbers, bounded depth, no `__proto__`. */
export const storable = <Known extends z.ZodType>(known: Known) => rejectUnstorable.pipe(known);

/** A JSON object from outside, with arbitrary keys. */
export const jsonObject = storable(keptObject);

/** A text from outside: storable, with a length in characters as JSON Schema counts them, by code points. */
export const text = (minimum: number, maximum: number): z.ZodString =>
  z
    .string()
    .superRefine((value, context) => {
      const fault = textFault(value, minimum, maximum);
      if (fault) context.addIssue(fault);
    })
    .meta({ ...(minimum > 0 ? { minLength: minimum } : {}), maxLength: maximum, pattern: NO_NUL });

/** Why a text cannot be stored or has a wrong length in characters, or undefined. */
export function textFault(value: string, minimum: number, maximum: number): z.core.$ZodSuperRefineIssue | undefined {
  // A character takes one or two UTF-16 units, so most strings need no count.
  if (value.length > 2 * maximum || (value.length > maximum && characters(value) > maximum))
    return { code: 'too_big', origin: 'string', maximum, inclusive: true, input: value };
  if (value.length < minimum || (value.length < 2 * minimum && characters(value) < minimum))
    return { code: 'too_small', origin: 'string', minimum, inclusive: true, input: value };
  const message = unstorable(value);
  return message === undefined ? undefined : { code: 'custom', message, input: value };
}

const characters = (value: string): number => Array.from(value).length;
