import { validationError, type ErrorDetail } from '@strata/kernel/errors';
import type { z } from 'zod';
import { createLikelyField } from './likely-field.ts';

const MAX_DETAILS = 20;
/** Faults beyond this number per field are left out, so that one field does not fill the list. */
const MAX_ISSUES = 5 * MAX_DETAILS;
const MAX_FIELD_LENGTH = 200;
/** An unknown key can be anything, even a secret, so it is repeated only if it looks like a field name. */
const LIKE_A_NAME = /^(?=.{1,24}$)[A-Za-z_$.-]+\d{0,2}$|^\d{1,6}$/;

const KINDS: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'an integer',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
  record: 'an object',
};

/**
 * Parses input from outside. `whole` names the input in errors about no single field.
 * Errors: `validation_error`; its message names the first invalid field and its details list at most 20.
 */
export function parseInput<Schema extends z.ZodType>(schema: Schema, value: unknown, whole: string): z.output<Schema> {
  const parsed = parseWithin(schema, value, whole);
  if (parsed.success) return parsed.data;
  const details = parsed.error.issues
    .slice(0, MAX_ISSUES)
    .filter(isFirstOfItsField())
    .slice(0, MAX_DETAILS)
    .flatMap((issue) => detailsOf(issue, schema, whole));
  const first = details[0] ?? { field: whole, message: 'is not valid' };
  throw validationError(`${first.field} ${first.message}`, details.slice(0, MAX_DETAILS));
}

/** Some checks recurse over the value, so a deeply nested list can exhaust the stack. */
function parseWithin<Schema extends z.ZodType>(schema: Schema, value: unknown, whole: string) {
  try {
    return schema.safeParse(value, { error: describeIssue });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const message = 'is nested too deeply';
    throw validationError(`${whole} ${message}`, [{ field: whole, message }]);
  }
}

/** A value of the wrong type often fails other checks as well; the first fault is the useful one. */
function isFirstOfItsField(): (issue: z.core.$ZodIssue) => boolean {
  const seen = new Set<string>();
  return ({ code, path }) => {
    const field = JSON.stringify([code === 'unrecognized_keys', ...path.map(String)]);
    const isFirst = !seen.has(field);
    seen.add(field);
    return isFirst;
  };
}

function detailsOf(issue: z.core.$ZodIssue, schema: z.ZodType, whole: string): ErrorDetail[] {
  if (issue.code !== 'unrecognized_keys') return [{ field: fieldName(issue.path, whole), message: issue.message }];
  const likelyField = createLikelyField(schema, issue.path);
  return issue.keys
    .slice(0, MAX_DETAILS)
    .map((key) =>
      LIKE_A_NAME.test(key)
        ? { field: fieldName([...issue.path, key], whole), message: unknownField(likelyField(key)) }
        : { field: fieldName(issue.path, whole), message: 'has a field that is not known' },
    );
}

const unknownField = (likely: string | undefined): string =>
  likely === undefined ? 'is not a known field' : `is not a known field; did you mean ${likely}?`;

function fieldName(path: readonly PropertyKey[], whole: string): string {
  const name = path.map((part) => (LIKE_A_NAME.test(String(part)) ? String(part) : '…')).join('.');
  if (name === '') return whole;
  return name.length > MAX_FIELD_LENGTH ? `${name.slice(0, MAX_FIELD_LENGTH)}…` : name;
}

function describeIssue(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'is required' : `must be ${KINDS[issue.expected] ?? issue.expected}`;
    case 'invalid_value':
      return issue.input === undefined ? 'is required' : `must be one of ${issue.values.map(String).join(', ')}`;
    case 'too_small':
      return `must ${amount(issue.origin, 'at least', issue.minimum)}`;
    case 'too_big':
      return `must ${amount(issue.origin, 'at most', issue.maximum)}`;
    default:
      return 'is not valid';
  }
}

function amount(origin: string, bound: string, limit: number | bigint): string {
  if (origin === 'string') return `have ${bound} ${String(limit)} characters`;
  if (origin === 'array') return `hold ${bound} ${String(limit)} items`;
  return `be ${bound} ${String(limit)}`;
}
