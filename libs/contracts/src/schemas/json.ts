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

/** A part of a value that is still to be checked. */
interface OpenPart {
  readonly value: object;
  readonly key: string | number;
  readonly parent: OpenPart | undefined;
  readonly depth: number;
}

/**
 * The first part of a parsed JSON value that cannot be stored, with its path. Iterative, so depth costs no stack; it builds
 * paths only for a fault, since an event can have 100,000 parts.
 */
function firstFault(root: unknown): Fault | undefined {
  if (typeof root !== 'object' || root === null) return faultOf(root, []);
  const open: OpenPart[] = [{ value: root, key: '', parent: undefined, depth: 0 }];
  for (let part = open.pop(); part; part = open.pop()) {
    const { value, depth } = part;
    if (depth >= MAX_JSON_DEPTH) return { path: pathOf(part).slice(0, 1), message: 'is nested too deeply' };
    const isList = Array.isArray(value);
    const children: Iterable<[string | number, unknown]> = isList ? value.entries() : Object.entries(value);
    for (const [key, child] of children) {
      if (!isList) {
        const message = FORBIDDEN_KEYS.has(String(key))
          ? `must not have the key ${String(key)}`
          : keyFault(String(key));
        if (message !== undefined) return { path: pathOf(part), message };
      }
      if (typeof child === 'object' && child !== null) open.push({ value: child, key, parent: part, depth: depth + 1 });
      else if (typeof child === 'string' || typeof child === 'number') {
        const fault = scalarFault(child);
        if (fault !== undefined) return { path: [...pathOf(part), key], message: fault };
      }
    }
  }
  return undefined;
}

function pathOf(part: OpenPart): Fault['path'] {
  const path: Fault['path'] = [];
  for (let at = part; at.parent !== undefined; at = at.parent) path.unshift(at.key);
  return path;
}

function keyFault(key: string): string | undefined {
  const message = unstorable(key);
  return message === undefined ? undefined : `has a key that ${message}`;
}

function scalarFault(value: string | number): string | undefined {
  if (typeof value === 'string') return unstorable(value);
  // JSON.stringify would turn it into null.
  return Number.isFinite(value) ? undefined : 'is too large a number';
}

function faultOf(value: unknown, path: Fault['path']): Fault | undefined {
  const message = typeof value === 'string' ? unstorable(value) : undefined;
  return message === undefined ? undefined : { path, message };
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

/** A list from outside whose items are checked elsewhere. Its length is checked before anything looks at an item. */
export const listOf = (maximum: number, fault: string) =>
  z
    .transform((value, context) => {
      if (Array.isArray(value) && value.length > maximum)
        context.issues.push({ code: 'custom', input: value, message: fault });
      return value;
    })
    .pipe(z.array(z.unknown()));
