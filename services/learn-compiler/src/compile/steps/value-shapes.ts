import { isRecord, unwrapJson, visitScalars, type JsonRecord } from '../text/json.ts';
import { valueHash } from '../text/hash.ts';
import { clip } from '../text/mask.ts';
import { compareText, humanize } from '../text/words.ts';
import type { ResultShape } from '../types.ts';

const MAX_ARGUMENTS = 12;
const PLAIN_VALUE_LIMIT = 48;
const MAX_VALUES = 32;
const MAX_FACTS = 16;

/** The normalized spelling of a value: trimmed, lower case, without a leading `#`. */
export function canonical(value: string | number | boolean): string {
  return String(value).trim().toLowerCase().replace(/^#/, '');
}

function shapeOf(value: unknown, depth = 0): string {
  if (depth > 3) return '…';
  if (Array.isArray(value)) return `[${value.length > 0 ? shapeOf(value[0], depth + 1) : ''}]`;
  if (isRecord(value)) return `{${Object.keys(value).sort(compareText).slice(0, 6).join(',')}}`;
  return typeof value === 'string' ? 'text' : typeof value;
}

/** The scalars of a value in order, bounded: equal for equal values. */
function contentOf(value: unknown): string {
  const parts: string[] = [];
  visitScalars(value, 200, (key, scalar) => parts.push(key, String(scalar)));
  return parts.join('\n');
}

/** A short canonical form of an argument: scalars unchanged, long or nested values as shape and hash. */
export function argumentValue(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (typeof value === 'string') {
    const text = value.replace(/\s+/g, ' ').trim();
    return text.length <= PLAIN_VALUE_LIMIT ? text : `${clip(text, 24)}#${valueHash(canonical(text))}`;
  }
  return `${clip(shapeOf(value), 40)}#${valueHash(contentOf(value))}`;
}

/** The arguments of a call by name, at most twelve. */
export function argumentShape(input: unknown): Record<string, string> | undefined {
  const value = unwrapJson(input);
  if (value === undefined || value === null) return undefined;
  if (!isRecord(value)) return { input: argumentValue(value) };
  const entries = Object.entries(value)
    .slice(0, MAX_ARGUMENTS)
    .map(([name, item]) => [clip(name, 40), argumentValue(item)] as const);
  return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}

/** The kind of value that a tool returned, without its content. */
export function resultShape(output: unknown): ResultShape {
  const value = unwrapJson(output);
  if (value === undefined || value === null || value === '') return 'empty';
  if (Array.isArray(value)) return 'list';
  if (isRecord(value)) return 'record';
  if (typeof value === 'number') return 'number';
  const text = typeof value === 'string' ? value.trim() : '';
  if (text === '') return typeof value === 'boolean' ? 'word' : 'empty';
  if (/^[-+]?[\d.,]{1,30}%?$/.test(text)) return 'number';
  return text.length <= PLAIN_VALUE_LIMIT && !/\s/.test(text) ? 'word' : 'text';
}

const NAMING = /\d|[_@]/;
const CLOCK = /^\d{1,2}:\d{2}/;

/** Space-separated hashes of the values of a result that a later call may use, or undefined. */
export function resultValues(output: unknown): string | undefined {
  const hashes = new Set<string>();
  const value = unwrapJson(output);
  if (isRecord(value)) collectIdKeys(value, hashes, 0);
  visitScalars(value, 400, (_key, scalar) => {
    if (hashes.size >= MAX_VALUES || typeof scalar === 'boolean') return;
    const text = canonical(scalar);
    if (text.length < 2 || text.length > 64 || CLOCK.test(text)) return;
    if (/\s/.test(text) ? text.length <= PLAIN_VALUE_LIMIT : NAMING.test(text) || text.length <= 24)
      hashes.add(valueHash(text));
  });
  return hashes.size > 0 ? [...hashes].slice(0, MAX_VALUES).join(' ') : undefined;
}

function collectIdKeys(record: JsonRecord, hashes: Set<string>, depth: number): void {
  for (const [name, item] of Object.entries(record).slice(0, 40)) {
    if (/\d/.test(name) && name.length <= 64) hashes.add(valueHash(canonical(name)));
    if (depth < 2 && isRecord(item)) collectIdKeys(item, hashes, depth + 1);
  }
}

/** Hashes of the tokens of a message that a later call may use: ids, numbers, addresses, names. */
export const messageValues = (text: string): string | undefined =>
  tokenHashes(text, (word) => NAMING.test(word) || /^\p{Lu}/u.test(word));

/** Hashes of the ids, numbers and addresses in a message: what it is about, in any language. */
export const messageIds = (text: string): string | undefined => tokenHashes(text, (word) => NAMING.test(word));

function tokenHashes(text: string, isWanted: (word: string) => boolean): string | undefined {
  const hashes = new Set<string>();
  for (const token of text.slice(0, 4000).match(/[#\p{L}\p{N}][\p{L}\p{N}@._+-]*/gu) ?? []) {
    const word = token.replace(/[._+-]+$/, '');
    if (word.length >= 2 && isWanted(word)) hashes.add(valueHash(canonical(word)));
    if (hashes.size >= 16) break;
  }
  return hashes.size > 0 ? [...hashes].join(' ') : undefined;
}

const KEY_LIMIT = 60;
const FACT_VALUE = /^[a-z][a-z _()-]{1,38}$/i;
/** The last word of a field whose values are of a fixed set: `order_status`, `cabinClass`, `plan name`. */
const TELLING_KEY =
  /(?:status|state|type|kind|result|outcome|class|category|level|priority|severity|phase|stage|mode|role|plan)s?(?: (?:name|code|label|text|value))?$/;
/** The last word of a field that names a person or a place, in capitals or not. */
const NAMING_KEY =
  /(?:name|user|owner|assignee|author|by|customer|person|contact|manager|moderator|sender|recipient|city|street|address)$/;

/** Categorical fields of a record, as `status=pending`; fields that name a state first. */
export function resultFacts(output: unknown): string[] | undefined {
  const value = unwrapJson(output);
  if (!isRecord(value)) return undefined;
  const found: { fact: string; telling: boolean }[] = [];
  const take = (key: string, item: unknown): void => {
    if (typeof item === 'boolean') found.push({ fact: `${key}=${String(item)}`, telling: false });
    else if (typeof item === 'string' && FACT_VALUE.test(item) && item.split(/\s/).length <= 3) {
      const field = humanize(key.slice(-KEY_LIMIT));
      const telling = TELLING_KEY.test(field);
      if (!telling && NAMING_KEY.test(field)) return;
      // Capitals mark names; a word of a fixed set has one only if the field's name says that it is categorical.
      if (/^[a-z]/.test(item) || (telling && item.length > 3))
        found.push({ fact: `${key}=${item.toLowerCase()}`, telling });
    }
  };
  for (const [key, item] of Object.entries(value).slice(0, 40)) {
    take(key, item);
    if (isRecord(item)) for (const [inner, leaf] of Object.entries(item).slice(0, 12)) take(inner, leaf);
  }
  const facts = [...found.filter((f) => f.telling), ...found.filter((f) => !f.telling)].map((f) => clip(f.fact, 60));
  return facts.length > 0 ? [...new Set(facts)].slice(0, MAX_FACTS) : undefined;
}
