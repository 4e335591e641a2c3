import fc from 'fast-check';

/** Changes a JSON value. */
export type JsonMutation = (value: unknown) => unknown;

/** A raw token in place of a value, for tokens that `JSON.stringify` cannot write. */
const raw = (token: string): string => `@@${token}@@`;

const RAW_TOKEN = /(?<!\\)"@@((?:[^"\\]|\\.)*?)@@"/g;

/** The JSON text of a value, with raw tokens unquoted. */
export const writeJson = (value: unknown): string =>
  JSON.stringify(value).replaceAll(RAW_TOKEN, (_match, token: string) => JSON.parse(`"${token}"`) as string);

const nested = (open: string, close: string, levels: number): string => raw(open.repeat(levels) + close.repeat(levels));

const strangeNumber = fc.constantFrom(
  ...['1e400', '-1e400', '1e-400', '-0', '0.1e1', '9007199254740993', '18446744073709551616', '1'.repeat(400)],
  ...[
    '2147483648',
    '-2147483649',
    '1.7976931348623157e308',
    '01',
    '+1',
    '.5',
    '1.',
    '0x10',
    'NaN',
    'Infinity',
    '1e',
    '--1',
  ],
);
const strangeText = fc.constantFrom(
  ...['', ' ', '\0', 'a\0b', '\ud800', '\udfff\ud800', '\ufffe', '\u202e', '\u2028', 'é'.normalize('NFD'), 'ﬃ', '😀'],
  ...[
    '__proto__',
    'constructor',
    'null',
    'true',
    '[]',
    '{}',
    '$1',
    '%00',
    '../../etc',
    "' or 1=1 --",
    '<script>',
    '${7*7}',
  ],
  ...['x'.repeat(300), '😀'.repeat(201), 'a'.repeat(70_000), '2026-13-45T99:99:99Z', '9999-12-31T23:59:59-23:59'],
);
const strangeValue: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(null, true, false, 0, -1, 1.5, [], {}, [[]], [null], { '': {} }),
  strangeNumber.map(raw),
  strangeText,
  fc.constantFrom('\\ud800', '\\u0000', '\\q', '\\u12', '\\x41').map((escape) => raw(`"${escape}"`)),
  fc.constantFrom(65, 200, 5_000).map((levels) => nested('[', ']', levels)),
  fc.constantFrom(65, 200, 5_000).map((levels) => nested('{"a":', '}', levels).replace(':}', ':1}')),
  fc.constant(Object.fromEntries(Array.from({ length: 2_000 }, (_, i) => [`k${String(i)}`, i]))),
  fc.constant(Array.from({ length: 2_000 }, (_, i) => i)),
  fc.jsonValue(),
);
const strangeName = fc.constantFrom(
  ...[
    '__proto__',
    'constructor',
    'prototype',
    'toString',
    'hasOwnProperty',
    'length',
    'then',
    'toJSON',
    '',
    '0',
    'a.b',
    '\0',
  ],
  ...['tenantId', 'id', 'role', 'x'.repeat(500), '\ud800'],
);

type Path = readonly string[];

/** The paths of a value and of all values nested in it. */
function pathsOf(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([key, child]) => pathsOf(child, [...path, key]))];
}

function changeAt(value: unknown, [key, ...rest]: Path, change: JsonMutation): unknown {
  if (key === undefined) return change(value);
  if (Array.isArray(value))
    return value.map((item: unknown, i) => (String(i) === key ? changeAt(item, rest, change) : item));
  const entries = Object.entries(value as object).map(([name, child]: [string, unknown]) => [
    name,
    name === key ? changeAt(child, rest, change) : child,
  ]);
  return Object.fromEntries(entries) as unknown;
}

/** Applies a change to one nested value. `at` selects it. */
const somewhere =
  (at: number, change: JsonMutation): JsonMutation =>
  (value) => {
    const paths = pathsOf(value);
    return changeAt(value, paths[at % paths.length] ?? [], change);
  };

/** Changes the fields of an object. Any other value becomes an object. */
const withFields =
  (change: (entries: [string, unknown][]) => [string, unknown][]): JsonMutation =>
  (value) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(change(Object.entries(value)))
      : Object.fromEntries(change([]));

export const jsonMutations: fc.Arbitrary<JsonMutation> = fc
  .tuple(
    fc.nat({ max: 1_000 }),
    fc.oneof(
      {
        weight: 5,
        arbitrary: strangeValue.map(
          (strange): JsonMutation =>
            () =>
              strange,
        ),
      },
      {
        weight: 2,
        arbitrary: fc
          .tuple(strangeName, strangeValue)
          .map(([name, strange]) => withFields((all) => [...all, [name, strange]])),
      },
      {
        weight: 2,
        arbitrary: fc.nat().map((n) => withFields((all) => all.filter((_, i) => i !== n % Math.max(1, all.length)))),
      },
      {
        weight: 1,
        arbitrary: strangeName.map((name) =>
          withFields((all) => all.map(([old, value], i) => [i === 0 ? name : old, value])),
        ),
      },
      {
        weight: 1,
        arbitrary: fc.constantFrom<JsonMutation>(
          (value) => [value],
          (value) => ({ value }),
          (value) => JSON.stringify(value),
        ),
      },
    ),
  )
  .map(([at, change]) => somewhere(at, change));
