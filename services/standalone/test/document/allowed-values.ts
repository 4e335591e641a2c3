import fc from 'fast-check';
import type { JsonSchema } from './interface-document.ts';

export interface ValueOptions {
  readonly resolve: (schema: JsonSchema) => JsonSchema;
  /** Values for fields of that name, instead of any that the schema allows; null leaves an optional one out. */
  readonly fields?: Readonly<Record<string, fc.Arbitrary<unknown> | null>>;
  /** No optional field is left out, and no list is empty. */
  readonly whole?: boolean;
}

const JSON_DEPTH = 3;
const MOST_ITEMS = 4;
const FORMATS: Readonly<Record<string, fc.Arbitrary<string>>> = {
  email: fc
    .tuple(fc.stringMatching(/^[a-z0-9][a-z0-9_+-]{0,20}$/), fc.stringMatching(/^[a-z0-9]{1,20}$/))
    .map(([name, host]) => `${name}@${host}.example.org`),
  'date-time': fc
    .tuple(
      fc.date({ min: new Date('1900-01-01T00:00:00Z'), max: new Date('2300-01-01T00:00:00Z'), noInvalidDate: true }),
      fc.constantFrom('Z', '+02:00', '-11:30'),
    )
    .map(([date, offset]) => date.toISOString().replace('Z', offset)),
};

/** Any character but those that no text may hold: plain ones, and whatever else there is. */
const character = fc.oneof(
  { weight: 3, arbitrary: fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 1 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }) },
);

/** The values that a schema allows. @throws Error naming a keyword that it does not know how to satisfy. */
export function allowedValues(shown: JsonSchema, reading: ValueOptions, depth = 0): fc.Arbitrary<unknown> {
  const schema = reading.resolve(shown);
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  if (schema.anyOf !== undefined)
    return fc.oneof(...schema.anyOf.map((choice) => allowedValues(choice, reading, depth)));
  if (Array.isArray(schema.type)) {
    const kinds = schema.type as string[];
    const shallow = kinds.filter((kind) => depth < JSON_DEPTH || !['object', 'array'].includes(kind));
    return fc.oneof(...shallow.map((type) => allowedValues({ ...schema, type }, reading, depth)));
  }
  switch (schema.type) {
    case 'object':
      return objects(schema, reading, depth);
    case 'array':
      return arrays(schema, reading, depth);
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
      throw new Error(`Nothing is known of ${JSON.stringify(schema)}`);
  }
}

function objects(schema: JsonSchema, reading: ValueOptions, depth: number): fc.Arbitrary<unknown> {
  const { properties = {}, required = [], additionalProperties = true } = schema;
  const { fields = {}, whole = false } = reading;
  const known = Object.entries(properties)
    .filter(([name]) => fields[name] !== null)
    .map(([name, property]) => [name, fields[name] ?? allowedValues(property, reading, depth + 1)] as const);
  const named = fc.record(Object.fromEntries(known), {
    requiredKeys: whole ? known.map(([name]) => name) : [...required],
  });
  if (typeof additionalProperties === 'boolean') return named;
  const isName = new RegExp(schema.propertyNames?.pattern ?? '', 'u');
  const name = fc.string({ maxLength: 20 }).filter((text) => isName.test(text) && !(text in properties));
  const others = fc.dictionary(name, allowedValues(additionalProperties, reading, depth + 1), {
    maxKeys: MOST_ITEMS,
    noNullPrototype: true,
  });
  return fc.tuple(others, named).map(([some, rest]) => ({ ...some, ...rest }));
}

function arrays(schema: JsonSchema, reading: ValueOptions, depth: number) {
  const { items = schema.unevaluatedItems ?? {}, minItems = 0, maxItems = MOST_ITEMS } = schema;
  const least = reading.whole === true ? Math.min(maxItems, Math.max(1, minItems)) : minItems;
  return fc.array(allowedValues(items, reading, depth + 1), {
    minLength: least,
    maxLength: Math.min(maxItems, Math.max(MOST_ITEMS, least)),
  });
}

function texts({ minLength = 0, maxLength = 200, pattern, format = '' }: JsonSchema): fc.Arbitrary<string> {
  const formatted = FORMATS[format];
  if (formatted !== undefined) return formatted;
  const isAllowed = new RegExp(pattern ?? '', 'u');
  const isPlain = isAllowed.test('a b') || pattern === undefined;
  if (!isPlain) return fc.stringMatching(new RegExp(pattern, 'u'));
  const ofLength = (from: number, to: number) =>
    fc
      .array(character, { minLength: from, maxLength: to, size: 'max' })
      .map((characters) => characters.join(''))
      .map((text) => text.replaceAll('\0', 'a'));
  const short = ofLength(minLength, Math.min(maxLength, minLength + 40));
  // The bounds themselves, in characters that take most room.
  return fc.oneof(
    { weight: 8, arbitrary: short },
    { weight: 1, arbitrary: fc.constant('a'.repeat(minLength)) },
    { weight: 1, arbitrary: fc.constant('😀'.repeat(maxLength)) },
  );
}
