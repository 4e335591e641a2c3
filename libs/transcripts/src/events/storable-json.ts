import { MAX_JSON_DEPTH } from '@strata/contracts/schemas/json';
import { isRecord } from '../acts/json.ts';

/** Leaves room for the event around a payload. */
const DEPTH = MAX_JSON_DEPTH - 8;

/** A text without NUL; lone surrogates become replacement characters. */
export const storableText = (text: string): string => Buffer.from(text, 'utf8').toString('utf8').replaceAll('\0', '');

/** A JSON value as the service can store it: without NUL and lone surrogates, and deep values as text. */
export function storableJson(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return storableText(value);
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value !== 'object' || value === null) return value ?? null;
  if (depth >= DEPTH) return '[left out: nested too deeply]';
  if (Array.isArray(value)) return value.map((item) => storableJson(item, depth + 1));
  if (!isRecord(value)) return null;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, child]) => key !== '__proto__' && child !== undefined)
      .map(([key, child]) => [storableText(key), storableJson(child, depth + 1)]),
  );
}
