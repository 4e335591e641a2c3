/** Attributes by name, with plain JSON values. */
export type Attributes = ReadonlyMap<string, unknown>;

const MAX_DEPTH = 32;

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The plain value of an OTLP `AnyValue`. Bytes are no text of anybody, and left out. Errors: `RangeError` if it is nested too deeply. */
export function plainValue(value: unknown, depth = 0): unknown {
  if (depth > MAX_DEPTH) throw new RangeError('nested too deeply');
  if (!isRecord(value)) return undefined;
  const { stringValue, boolValue, intValue, doubleValue, arrayValue, kvlistValue } = value;
  if (typeof stringValue === 'string') return stringValue;
  if (typeof boolValue === 'boolean') return boolValue;
  if (typeof intValue === 'string' || typeof intValue === 'number') return Number(intValue);
  if (typeof doubleValue === 'number') return Number.isFinite(doubleValue) ? doubleValue : undefined;
  if (isRecord(arrayValue)) return valuesOf(arrayValue).map((item) => plainValue(item, depth + 1) ?? null);
  if (!isRecord(kvlistValue)) return undefined;
  const pairs = valuesOf(kvlistValue).filter(isRecord);
  return Object.fromEntries(pairs.map((pair) => [String(pair['key']), plainValue(pair['value'], depth + 1) ?? null]));
}

const valuesOf = ({ values }: Readonly<Record<string, unknown>>): readonly unknown[] =>
  Array.isArray(values) ? values : [];

/** The first of these attributes that has a text, which may be a number. */
export function textOf(attributes: Attributes, names: readonly string[]): string | undefined {
  for (const name of names) {
    const value = attributes.get(name);
    if (typeof value === 'string' && value !== '') return value;
    if (typeof value === 'number') return String(value);
  }
  return undefined;
}

/** The first of these attributes that is there. */
export const valueOf = (attributes: Attributes, names: readonly string[]): unknown =>
  names.map((name) => attributes.get(name)).find((value) => value !== undefined);

/** Longer ones are stored as they are. */
const MAX_PARSED = 256 * 1024;

/** The value of a text that is a JSON object or list, and any other value as it is. */
export function unserialized(value: unknown): unknown {
  if (typeof value !== 'string' || value.length > MAX_PARSED || !/^\s*[[{]/.test(value)) return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return value;
  }
}

const MAX_SEGMENTS = 16;

/**
 * What stands in attributes such as `prefix.0.role` and `prefix.0.tool_calls.1.name`: the items in the order of their numbers.
 * Lists within an item are objects whose keys are numbers: see `itemsOf`.
 */
export function indexedItems(attributes: Attributes, prefix: string): unknown[] {
  const root: Record<string, unknown> = emptyNode();
  for (const [name, value] of attributes) {
    if (!name.startsWith(`${prefix}.`)) continue;
    const path = name.slice(prefix.length + 1).split('.');
    if (path.length <= MAX_SEGMENTS && INDEX.test(path[0] ?? '')) put(root, path, value);
  }
  return itemsOf(root);
}

const INDEX = /^\d{1,9}$/;
/** Without the keys of every object. */
const emptyNode = (): Record<string, unknown> => Object.create(null) as Record<string, unknown>;

function put(node: Record<string, unknown>, path: readonly string[], value: unknown): void {
  const [head = '', ...rest] = path;
  if (rest.length === 0) {
    node[head] ??= value;
    return;
  }
  if (!isRecord(node[head])) node[head] = emptyNode();
  put(node[head] as Record<string, unknown>, rest, value);
}

/** The values of an object whose keys are numbers, in the order of the numbers. */
export const itemsOf = (node: unknown): unknown[] =>
  isRecord(node)
    ? Object.entries(node)
        .filter(([key]) => INDEX.test(key))
        .sort(([a], [b]) => Number(a) - Number(b))
        .map(([, item]) => item)
    : [];
