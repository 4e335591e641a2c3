import { cut } from '@strata/adapter-base/said';

/** The value of an item: an object of JSON. */
export type Value = Readonly<Record<string, unknown>>;

const MAX_CHARACTERS = 40_000;
const RANDOM_KEY = /^[0-9a-f-]{16,}$/iu;

/**
 * What an item says, to be learned and found: its key, unless it is a random one, and all its values with their names; or, if `index` names
 * fields, only these. Empty with `index: false`.
 */
export function textOf(key: string, value: Value, index?: false | readonly string[]): string {
  if (index === false) return '';
  const texts =
    index === undefined ? [titled(key, value)] : index.flatMap((path) => at(value, partsOf(path)).flatMap(leavesOf));
  return cut(texts.join('\n'), MAX_CHARACTERS);
}

function titled(key: string, value: Value): string {
  const text = leavesOf(value).join('; ');
  return RANDOM_KEY.test(key) ? text : `${key}: ${text}`;
}

/** The texts, numbers and truth values in a value. Those of several fields have their names. */
function leavesOf(value: unknown): string[] {
  const leaves = walk(value, []);
  return leaves.map(({ names, text }) =>
    leaves.length > 1 && names.length > 0 ? `${names.join(' ')}: ${text}` : text,
  );
}

function walk(value: unknown, names: readonly string[]): { names: readonly string[]; text: string }[] {
  if (Array.isArray(value)) return value.flatMap((child: unknown) => walk(child, names));
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([name, child]) => walk(child, [...names, name]));
  return value === null || value === undefined ? [] : [{ names, text: `${value as string | number | boolean}` }];
}

/** `chapters[*].title` as names: `chapters`, `*`, `title`. `$` is the whole value. */
const partsOf = (path: string): string[] => (path === '$' ? [] : (path.match(/[^.[\]]+/gu) ?? []));

function at(value: unknown, [part, ...rest]: readonly string[]): unknown[] {
  if (part === undefined) return [value];
  if (typeof value !== 'object' || value === null) return [];
  if (part === '*') return Object.values(value).flatMap((child: unknown) => at(child, rest));
  const child: unknown =
    Array.isArray(value) && /^-?\d+$/u.test(part) ? value.at(Number(part)) : (value as Value)[part];
  return child === undefined ? [] : at(child, rest);
}
