import { DATE_OR_INSTANT_PATTERN } from '@strata/contracts/schemas/instant';
import fc from 'fast-check';
import type { JsonSchema } from './interface-document.ts';

export interface ValueOptions {
  readonly resolve: (schema: JsonSchema) => JsonSchema;
  /** Values for the fields with these names, in place of any that the schema allows; null omits an optional field. */
  readonly fields?: Readonly<Record<string, fc.Arbitrary<unknown> | null>>;
  /** Omits no optional field, and makes no list empty. */
  readonly whole?: boolean;
}

const JSON_DEPTH = 3;
const MOST_ITEMS = 4;
const INSTANT = fc
  .tuple(
    fc.date({ min: new Date('1900-01-01T00:00:00Z'), max: new Date('2300-01-01T00:00:00Z'), noInvalidDate: true }),
    fc.constantFrom('Z', '+02:00', '-11:30'),
  )
  .map(([date, offset]) => date.toISOString().replace('Z', offset));
const FORMATS: Readonly<Record<string, fc.Arbitrary<string>>> = {
  email: fc
    .tuple(fc.stringMatching(/^[a-z0-9][a-z0-9_+-]{0,20}$/), fc.stringMatching(/^[a-z0-9]{1,20}$/))
    .map(([name, host]) => `${name}@${host}.example.org`),
  'date-time': INSTANT,
};
/** Texts of patterns that `fc.stringMatching` does not take. */
const MATCHES: Readonly<Record<string, fc.Arbitrary<string>>> = {
  [DATE_OR_INSTANT_PATTERN]: fc.oneof(
    INSTANT,
    INSTANT.map((instant) => instant.slice(0, 'YYYY-MM-DD'.length)),
  ),
};

/** Any character, most often a plain one. */
const character = fc.oneof(
  { weight: 3, arbitrary: fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 1 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }) },
);

/** The values that a schema allows. Throws for a schema that it cannot satisfy. */
export function allowedValues(shown: JsonSchema, options: ValueOptions, depth = 0): fc.Arbitrary<unknown> {
  const schema = options.resolve(shown);
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  if (schema.anyOf !== undefined)
    return fc.oneof(...schema.anyOf.map((choice) => allowedValues(choice, options, depth)));
  if (Array.isArray(schema.type)) {
    const kinds = schema.type as string[];
    const shallow = kinds.filter((kind) => depth < JSON_DEPTH || !['object', 'array'].includes(kind));
    return fc.oneof(...shallow.map((type) => allowedValues({ ...schema, type }, options, depth)));
  }
  switch (schema.type) {
    case 'object':
      return objects(schema, options, depth);
    case 'array':
      return arrays(schema, options, depth);
    case 'string':
      return texts(schema);
    case 'integer':
      return fc.oneof(
        fc.integer({ min: schema.minimum ?? -1000, max: Math.min(schema.maximum ?? 1000, 2 ** 31 - 1) }),
        ...[schema.minimum, schema.maximum].filter((bound) => bound !== undefined).map((bound) => fc.constant(bound)),
      );
    case 'number':
      return fc.double({ noNaN: true, noDefaultInfinity: true });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default:
      throw new Error(`No values for ${JSON.stringify(schema)}`);
  }
}

function objects(schema: JsonSchema, options: ValueOptions, depth: number): fc.Arbitrary<unknown> {
  const { properties = {}, required = [], additionalProperties = true } = schema;
  const { fields = {}, whole = false } = options;
  const known = Object.entries(properties)
    .filter(([name]) => fields[name] !== null)
    .map(([name, property]) => [name, fields[name] ?? allowedValues(property, options, depth + 1)] as const);
  if (schema.maxProperties === 1)
    return fc.oneof(...known.map(([name, value]) => value.map((given) => ({ [name]: given }))));
  const named = fc.record(Object.fromEntries(known), {
    requiredKeys: whole ? known.map(([name]) => name) : [...required],
  });
  if (typeof additionalProperties === 'boolean') return named;
  const isName = new RegExp(schema.propertyNames?.pattern ?? '', 'u');
  const name = fc.string({ maxLength: 20 }).filter((text) => isName.test(text) && !(text in properties));
  const others = fc.dictionary(name, allowedValues(additionalProperties, options, depth + 1), {
    maxKeys: MOST_ITEMS,
    noNullPrototype: true,
  });
  return fc.tuple(others, named).map(([some, rest]) => ({ ...some, ...rest }));
}

function arrays(schema: JsonSchema, options: ValueOptions, depth: number) {
  const { items = schema.unevaluatedItems ?? {}, minItems = 0, maxItems = MOST_ITEMS } = schema;
  const least = options.whole === true ? Math.min(maxItems, Math.max(1, minItems)) : minItems;
  return fc.array(allowedValues(items, options, depth + 1), {
    minLength: least,
    maxLength: Math.min(maxItems, Math.max(MOST_ITEMS, least)),
  });
}

function texts({ minLength = 0, maxLength = 200, pattern, format = '' }: JsonSchema): fc.Arbitrary<string> {
  const formatted = FORMATS[format] ?? MATCHES[pattern ?? ''];
  if (formatted !== undefined) return formatted;
  const isAllowed = new RegExp(pattern ?? '', 'u');
  const isPlain = isAllowed.test('a b') || pattern === undefined;
  if (!isPlain) return fc.stringMatching(new RegExp(pattern, 'u'));
  const ofLength = (from: number, to: number) =>
    fc
      .array(character, { minLength: from, maxLength: to, size: 'max' })
      .map((characters) => characters.map((each) => (isAllowed.test(`a${each}a`) ? each : 'a')).join(''))
      .map((text) => (isAllowed.test(text) ? text : 'a'.repeat(Math.max(from, 1))));
  const short = ofLength(minLength, Math.min(maxLength, minLength + 40));
  // A string of the minimum length, and one of the maximum length in four-byte characters.
  return fc.oneof(
    { weight: 8, arbitrary: short },
    { weight: 1, arbitrary: fc.constant('a'.repeat(minLength)) },
    { weight: 1, arbitrary: fc.constant('😀'.repeat(maxLength)) },
  );
}
