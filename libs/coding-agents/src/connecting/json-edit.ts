import { isDeepStrictEqual } from 'node:util';
import { parse, printParseErrorCode, type ParseError } from 'jsonc-parser';
import { ConfigError, type ConfigEdit } from './config-edit.ts';
import { insertIn, removeAt, replaceAt } from './json-text.ts';

type JsonObject = Record<string, unknown>;

/** A value at a place of its own, such as a server under its name. */
export interface JsonEntry {
  readonly path: readonly [string, ...string[]];
  readonly value: unknown;
  /** Whether a value that is there is an earlier one of Strata's. Any other is left alone, and is an error. */
  readonly isOwn: (value: unknown) => boolean;
}

/** An element of a list that has elements of others, such as the hooks of an event. */
export interface JsonElement {
  readonly list: readonly [string, ...string[]];
  readonly value: unknown;
}

export interface JsonChange {
  readonly entries?: readonly JsonEntry[];
  readonly elements?: readonly JsonElement[];
  /** Whether an element, or a hook of a group, is Strata's. */
  readonly isOwnElement?: (value: unknown) => boolean;
  /** Values that the file needs beside, written where there is none. */
  readonly defaults?: Readonly<Record<string, unknown>>;
}

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Edits JSON, also with comments and trailing commas: everything else in the file stays as it is. */
export function jsonEdit(change: JsonChange): ConfigEdit {
  const { entries = [], elements = [], isOwnElement = () => false, defaults = {} } = change;
  const lists = [...new Map(elements.map(({ list }) => [list.join('\0'), list])).values()];
  return {
    add: (text) => {
      const [mark, plain] = splitMark(text);
      let changed = plain.trim() === '' ? '{}\n' : plain;
      readRoot(changed);
      for (const [name, value] of Object.entries(defaults))
        if (readRoot(changed)[name] === undefined) changed = insertIn(changed, [], name, value);
      for (const { path, value, isOwn } of entries) {
        const present = valueAt(changed, path);
        if (isDeepStrictEqual(present, value)) continue;
        if (present !== undefined && !isOwn(present))
          throw new ConfigError(`There is a ${path.join('.')} already that \`strata connect\` did not write`);
        changed = present === undefined ? create(changed, path, value) : replaceAt(changed, [...path], value);
      }
      for (const { list, value } of elements) changed = addElement(changed, list, value, isOwnElement);
      return mark + changed;
    },
    remove: (text) => {
      const [mark, plain] = splitMark(text);
      if (plain.trim() === '') return text;
      readRoot(plain);
      let changed = plain;
      for (const { path, isOwn } of entries) {
        const present = valueAt(changed, path);
        if (present !== undefined && isOwn(present))
          changed = removeEmpty(removeAt(changed, [...path]), path.slice(0, -1));
      }
      for (const list of lists) changed = removeElements(changed, list, isOwnElement);
      return mark + changed;
    },
    isEmpty: (text) => {
      const [, plain] = splitMark(text);
      return plain.trim() === '' || isDeepStrictEqual({ ...defaults, ...readRoot(plain) }, { ...defaults });
    },
  };
}

function addElement(text: string, list: readonly string[], value: unknown, isOwn: (value: unknown) => boolean): string {
  const present = valueAt(text, list);
  if (present === undefined) return create(text, list, [value]);
  if (!Array.isArray(present)) throw new ConfigError(`${list.join('.')} is not a list`);
  if (present.some((element) => isDeepStrictEqual(element, value))) return text;
  // An entry of an earlier version gives way.
  const cleared = removeElements(text, list, isOwn);
  return valueAt(cleared, list) === undefined
    ? create(cleared, list, [value])
    : insertIn(cleared, [...list], undefined, value);
}

/** Takes own elements out of a list, and own hooks out of the groups of a list. Groups and lists that are empty then go too. */
function removeElements(text: string, list: readonly string[], isOwn: (value: unknown) => boolean): string {
  const present = valueAt(text, list);
  if (!Array.isArray(present)) return text;
  let changed = text;
  for (const [index, element] of [...present.entries()].reverse()) {
    const hooks: unknown = isObject(element) ? element['hooks'] : undefined;
    if (Array.isArray(hooks)) {
      const own = [...hooks.keys()].filter((at) => isOwn(hooks[at]));
      if (own.length === hooks.length && own.length > 0) changed = removeAt(changed, [...list, index]);
      else for (const at of own.reverse()) changed = removeAt(changed, [...list, index, 'hooks', at]);
    } else if (isOwn(element)) changed = removeAt(changed, [...list, index]);
  }
  return changed === text ? text : removeEmpty(changed, list);
}

/** Puts a value at a place where there is none, with the objects above it. */
function create(text: string, path: readonly string[], value: unknown): string {
  const depth = path.findIndex((_name, index) => valueAt(text, path.slice(0, index + 1)) === undefined);
  const inner = path.slice(depth + 1).reduceRight<unknown>((nested, name) => ({ [name]: nested }), value);
  return insertIn(text, path.slice(0, depth), path[depth], inner);
}

/** Removes what is empty at a path, and then above it. */
function removeEmpty(text: string, path: readonly string[]): string {
  const value = path.length === 0 ? undefined : valueAt(text, path);
  const isEmpty = Array.isArray(value) ? value.length === 0 : isObject(value) && Object.keys(value).length === 0;
  return isEmpty ? removeEmpty(removeAt(text, [...path]), path.slice(0, -1)) : text;
}

function readRoot(text: string): JsonObject {
  const errors: ParseError[] = [];
  const root: unknown = parse(text, errors, { allowTrailingComma: true });
  const [first] = errors;
  if (first !== undefined) {
    const line = text.slice(0, first.offset).split('\n').length;
    throw new ConfigError(`It is not valid JSON: ${printParseErrorCode(first.error)} in line ${String(line)}`);
  }
  if (!isObject(root)) throw new ConfigError('It is not a JSON object');
  return root;
}

function valueAt(text: string, path: readonly string[]): unknown {
  let value: unknown = readRoot(text);
  for (const [depth, name] of path.entries()) {
    if (value === undefined) return undefined;
    if (!isObject(value)) throw new ConfigError(`${path.slice(0, depth).join('.')} is not an object`);
    value = Object.hasOwn(value, name) ? value[name] : undefined;
  }
  return value;
}

/** A byte order mark stays where it is. */
const splitMark = (text: string): [mark: string, rest: string] =>
  text.startsWith('\uFEFF') ? ['\uFEFF', text.slice(1)] : ['', text];
