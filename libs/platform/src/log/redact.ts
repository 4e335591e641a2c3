import { isDate, isNativeError } from 'node:util/types';

/** Keys whose values are never logged: credentials, and customers' data. */
const SECRET_KEY =
  /pass(word|phrase|wd)?$|secret|token$|authorization|cookie|api[-_]?key|private[-_]?key|credential|^payloads?$|^content$|^body$|^query$/i;

const URL_CREDENTIALS = /\b([a-z][a-z0-9+.-]*:\/\/)[^\s/@]*@/gi;
const BEARER = /\b(bearer|basic)\s+[\w.~+/=-]+/gi;
const OWN_API_KEY = /\b(strata_(?:live|test)_[A-Za-z0-9]+)_[A-Za-z0-9]+/g;

const MAX_DEPTH = 6;
const MAX_TEXT = 4_000;
const MAX_ITEMS = 100;

/**
 * A copy for the log: values under secret keys are masked at any depth, credentials inside texts (URLs, bearer tokens, API
 * keys) are removed, errors become plain objects, and size and depth are bounded.
 */
export const redact = (value: unknown): unknown => clean(value, 0);

/** The same for one text. */
export function redactText(text: string): string {
  const bounded = text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text;
  return bounded
    .replace(URL_CREDENTIALS, '$1[redacted]@')
    .replace(BEARER, '$1 [redacted]')
    .replace(OWN_API_KEY, '$1_[redacted]');
}

function clean(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return redactText(value);
  if (typeof value === 'bigint') return value.toString();
  if (typeof value === 'function' || typeof value === 'symbol') return undefined;
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= MAX_DEPTH) return '[too deep]';
  if (isNativeError(value)) return cleanError(value, depth);
  if (isDate(value)) return Number.isNaN(value.getTime()) ? 'invalid date' : value.toISOString();
  if (ArrayBuffer.isView(value)) return `[${String(value.byteLength)} bytes]`;
  if (Array.isArray(value)) return value.slice(0, MAX_ITEMS).map((item: unknown) => clean(item, depth + 1));
  const copy: Record<string, unknown> = {};
  for (const [key, item] of Object.entries(value).slice(0, MAX_ITEMS)) {
    copy[key] = SECRET_KEY.test(key) ? '[redacted]' : clean(item, depth + 1);
  }
  return copy;
}

/** Only harmless fields: a driver's error may contain rows and parameters in its other properties. */
function cleanError(error: Error, depth: number): Record<string, unknown> {
  const code: unknown = 'code' in error ? error.code : undefined;
  return {
    name: error.name,
    message: redactText(error.message),
    ...(typeof code === 'string' || typeof code === 'number' ? { code } : {}),
    ...(error.stack === undefined ? {} : { stack: redactText(error.stack) }),
    ...(error.cause === undefined ? {} : { cause: clean(error.cause, depth + 1) }),
    ...('errors' in error ? { errors: clean(error.errors, depth + 1) } : {}),
  };
}
