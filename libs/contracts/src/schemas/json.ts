import { z } from 'zod';

/** Nesting that no honest payload needs; deeper input is refused before anything recurses over it. */
export const MAX_JSON_DEPTH = 64;

const FORBIDDEN_KEYS = new Set(['__proto__']);
// A lone surrogate or NUL is a JSON string that PostgreSQL cannot store and UTF-8 cannot say.
const UNSTORABLE = /\0|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/;

/** The same, as far as a regular expression of every dialect can say it. */
const NO_NUL = String.raw`^[^\x00]*$`;

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
      const pathTo = (key: string): Fault['path'] => [...path, Array.isArray(value) ? Number(key) : key];
      for (const [key, child] of Object.entries(value)) {
        if (FORBIDDEN_KEYS.has(key)) return { path, message: `must not have the key ${key}` };
        const message = unstorable(key);
        if (message) return { path, message: `has a key that ${message}` };
        if (typeof child === 'object' || typeof child === 'string') open.push({ value: child, path: pathTo(key) });
        // It would be written back as null.
        else if (typeof child === 'number' && !Number.isFinite(child))
          return { path: pathTo(key), message: 'is too large a number' };
      }
    }
  }
  return undefined;
}

const refuseUnkeepable = z.transform((value, context) => {
  const fault = firstFault(value);
  if (fault) context.issues.push({ code: 'custom', input: value, path: fault.path, message: fault.message });
  return value;
});

/** Any JSON value, where whoever holds it has checked it as a whole. */
export const jsonValue = z.unknown().meta({ id: 'JsonValue' });

/** A JSON object as it is kept. */
export const keptObject = z.record(z.string(), jsonValue).meta({ id: 'JsonObject' });

/** An object from outside with arbitrary keys beside those of `known`: storable strings, finite numbers, bounded depth, no `__proto__`. */
export const keepable = <Known extends z.ZodType>(known: Known) => refuseUnkeepable.pipe(known);

/** A JSON object from outside, with arbitrary keys. */
export const jsonObject = keepable(keptObject);

/** A text from outside: storable, with a length in characters as JSON Schema counts them, by code points. */
export const text = (minimum: number, maximum: number): z.ZodString =>
  z
    .string()
    .superRefine((value, context) => {
      const fault = textFault(value, minimum, maximum);
      if (fault) context.addIssue(fault);
    })
    .meta({ ...(minimum > 0 ? { minLength: minimum } : {}), maxLength: maximum, pattern: NO_NUL });

function textFault(value: string, minimum: number, maximum: number): z.core.$ZodSuperRefineIssue | undefined {
  // A character takes one or two places of a string, so that most need not be counted.
  if (value.length > 2 * maximum || (value.length > maximum && characters(value) > maximum))
    return { code: 'too_big', origin: 'string', maximum, inclusive: true, input: value };
  if (value.length < minimum || (value.length < 2 * minimum && characters(value) < minimum))
    return { code: 'too_small', origin: 'string', minimum, inclusive: true, input: value };
  const message = unstorable(value);
  return message === undefined ? undefined : { code: 'custom', message, input: value };
}

const characters = (value: string): number => Array.from(value).length;
