import type { JsonSchema } from './interface-document.ts';

/** A way to make a value invalid, and the field that the error must name. */
export interface Fault {
  readonly title: string;
  /** Dotted. Empty for the value itself. */
  readonly field: string;
  readonly apply: (whole: unknown) => unknown;
}

type Resolve = (schema: JsonSchema) => JsonSchema;
type Path = readonly (string | number)[];

const KINDS: Readonly<Record<string, unknown>> = {
  string: 'a text',
  number: 7.5,
  boolean: true,
  null: null,
  array: [],
  object: {},
};

/** Every way to make a value invalid: at each of its fields and bounds, one at a time. */
export function forbiddenChanges(shown: JsonSchema, resolve: Resolve, path: Path = []): Fault[] {
  const schema = resolve(shown);
  const field = path.join('.');
  const here = badValues(schema, resolve).map(([title, value]): Fault => ({
    title: `${field || 'the whole'} ${title}`,
    field,
    apply: (whole) => changed(whole, path, () => value),
  }));
  if (Array.isArray(schema.type)) return here;
  if (schema.type === 'array' && schema.items !== undefined && schema.maxItems !== 0)
    return [...here, ...forbiddenChanges(schema.items, resolve, [...path, 0])];
  if (schema.type !== 'object') return here;
  const within = Object.entries(schema.properties ?? {}).flatMap(([name, property]) =>
    forbiddenChanges(property, resolve, [...path, name]),
  );
  if (schema.maxProperties !== 1) return [...here, ...fieldFaults(schema, path), ...within];
  // Such an object has one of its fields: a faulty one stands alone.
  const alone = within.map((fault): Fault => ({
    ...fault,
    apply: (whole) => fault.apply(changed(whole, path, () => ({}))),
  }));
  return [...here, ...fieldFaults(schema, path), ...numberFaults(schema, path), ...alone];
}

/** An object without a field, and with all of its fields. */
function numberFaults({ properties = {} }: JsonSchema, path: Path): Fault[] {
  const all = Object.fromEntries(Object.keys(properties).map((name) => [name, 'a']));
  return [{}, all].map((value) => ({
    title: `${path.join('.')} with ${String(Object.keys(value).length)} fields`,
    field: path.join('.'),
    apply: (whole) => changed(whole, path, () => value),
  }));
}

function fieldFaults({ required = [], additionalProperties, propertyNames }: JsonSchema, path: Path): Fault[] {
  const fieldOf = (name: string): string => [...path, name].join('.');
  const missing = required.map((name): Fault => ({
    title: `${fieldOf(name)} left out`,
    field: fieldOf(name),
    apply: (whole) => changed(whole, path, (object) => without(object as object, name)),
  }));
  const added = (name: string, field: string): Fault => ({
    title: `${fieldOf(JSON.stringify(name))} added`,
    field,
    apply: (whole) => changed(whole, path, (object) => JSON.parse(withField(object, name)) as unknown),
  });
  return [
    ...missing,
    ...(additionalProperties === false ? [added('surprise', fieldOf('surprise'))] : []),
    ...(propertyNames === undefined ? [] : [added('__proto__', path.join('.')), added('a\0b', path.join('.'))]),
  ];
}

/** As text: in an object literal `__proto__` would set the prototype. */
const withField = (object: unknown, name: string): string =>
  JSON.stringify(object).replace(
    /\{/,
    `{${JSON.stringify(name)}:1${Object.keys(object as object).length > 0 ? ',' : ''}`,
  );

const without = (object: object, name: string): object =>
  Object.fromEntries(Object.entries(object).filter(([key]) => key !== name));

/** Invalid values of a parameter. An empty segment would be another path. */
export function forbiddenTexts(schema: JsonSchema, place: 'path' | 'query'): [title: string, text: string][] {
  if (schema.type === 'string') {
    const bad =
      schema.enum === undefined ? badTexts(schema) : [['with an unknown choice', 'no-such-choice'] as [string, string]];
    return bad.filter(([, text]) => place === 'query' || text !== '');
  }
  const { minimum = 0, maximum = 0 } = schema;
  const outside = [minimum - 1, maximum + 1].map((bound): [string, string] => [`as ${String(bound)}`, String(bound)]);
  const noNumbers = ['', 'all', '1.5', '1e1', ' 1', 'NaN', '0x1'];
  return [...outside, ...noNumbers.map((text): [string, string] => [`as ${JSON.stringify(text)}`, text])];
}

function badValues(schema: JsonSchema, resolve: Resolve): [title: string, value: unknown][] {
  const kinds = [schema.type ?? []].flat();
  const others = Object.entries(KINDS).filter(([kind]) => !kinds.includes(kind));
  return [
    ...(kinds.length === 0 ? [] : others.map(([kind, value]): [string, unknown] => [`as ${kind}`, value])),
    ...(schema.enum === undefined ? [] : ([['with an unknown choice', 'no-such-choice']] as [string, unknown][])),
    ...(kinds.includes('string') ? badTexts(schema) : []),
    ...(schema.minimum === undefined ? [] : ([['too small', schema.minimum - 1]] as [string, unknown][])),
    ...(schema.maximum === undefined ? [] : ([['too large', schema.maximum + 1]] as [string, unknown][])),
    ...badLists(schema, resolve),
  ];
}

function badTexts({ enum: choices, minLength = 0, maxLength, pattern, format }: JsonSchema): [string, string][] {
  if (choices !== undefined) return [];
  const isPlain = pattern === undefined || new RegExp(pattern, 'u').test('a b');
  const bad: [string, string][] = [];
  if (minLength > 0) bad.push(['too short', 'a'.repeat(minLength - 1)]);
  if (maxLength !== undefined)
    bad.push(['too long', 'a'.repeat(maxLength + 1)], ['one character too long', '😀'.repeat(maxLength + 1)]);
  if (pattern !== undefined) bad.push(['with a NUL', `${'a'.repeat(minLength)}\0`]);
  if (!isPlain) bad.push(['in other letters', 'a b!']);
  if (format === 'date-time')
    bad.push(
      ['without a date', 'yesterday'],
      ['with an impossible day', '2026-02-30T09:00:00Z'],
      ['without an offset', '2026-02-03T09:00:00'],
    );
  if (format === 'email')
    bad.push(['without an address', 'no-address'], ['as two addresses', 'a@example.org,b@example.org']);
  return bad;
}

function badLists({ type, items = {}, minItems = 0, maxItems }: JsonSchema, resolve: Resolve): [string, unknown][] {
  if (type !== 'array') return [];
  const { enum: choices } = resolve(items);
  const item = choices?.[0] ?? 'a';
  return [
    ...(minItems > 0 ? [['with too few items', Array<unknown>(minItems - 1).fill(item)] as [string, unknown]] : []),
    ...(maxItems === undefined
      ? []
      : [['with too many items', Array<unknown>(maxItems + 1).fill(item)] as [string, unknown]]),
  ];
}

/** A copy with a new value at the path. */
function changed(whole: unknown, [key, ...rest]: Path, make: (old: unknown) => unknown): unknown {
  if (key === undefined) return make(whole);
  if (Array.isArray(whole)) return whole.map((item: unknown, i) => (i === key ? changed(item, rest, make) : item));
  const object = whole as Record<string, unknown>;
  return { ...object, [key]: changed(object[key], rest, make) };
}
