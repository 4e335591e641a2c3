import { NAME_PATTERN } from '@strata/contracts/schemas/name';
import { nameOf, type Resolve, type Schema, type SchemaOrReference } from './document-reader.ts';
import { markup, NOTHING, type Html } from './html.ts';

/** Patterns that add nothing to the description. */
const OBVIOUS_PATTERNS = [NAME_PATTERN, String.raw`^[^\x00]*$`, String.raw`^[\w-]+$`];

/** A type in words, such as `array of string` or `Event or null`. */
export function typeOf(reference: SchemaOrReference, resolve: Resolve): string {
  const name = nameOf(reference);
  const schema = resolve<Schema>(reference);
  if (name === 'JsonValue') return 'any JSON value';
  if (name === 'JsonObject') return 'object';
  if (schema.type === 'array') return `array of ${typeOf(schema.items ?? {}, resolve)}`;
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  const choices = (schema.anyOf ?? schema.oneOf ?? []) as SchemaOrReference[];
  if (choices.length > 0) return choices.map((choice) => typeOf(choice, resolve)).join(' or ');
  if (name !== undefined) return name;
  if (Array.isArray(schema.type)) return schema.type.join(' or ');
  return schema.format === 'date-time' ? 'date and time' : (schema.type ?? 'any');
}

/** The constraints of a value, and its default. */
export function boundsOf(schema: Schema): Html {
  const { enum: values, pattern, format, items } = schema;
  const bounds = [
    range(schema.minLength, schema.maxLength, 'characters'),
    range(schema.minItems, schema.maxItems, 'items'),
    range(schema.minimum, schema.maximum === Number.MAX_SAFE_INTEGER ? undefined : schema.maximum, ''),
    format === 'email' ? 'e-mail address' : undefined,
    pattern === undefined || OBVIOUS_PATTERNS.includes(pattern) || format !== undefined ? undefined : pattern,
    schema.default === undefined ? undefined : `default ${JSON.stringify(schema.default)}`,
  ].filter((bound) => bound !== undefined);
  const choices = values ?? (items as Schema | undefined)?.enum;
  return markup`${bounds.map((bound) => markup`<span class="bound">${bound}</span> `)}${
    choices === undefined
      ? NOTHING
      : markup`<div class="enum">${choices.map((value) => markup`<code>${String(value)}</code> `)}</div>`
  }`;
}

function range(from: number | undefined, to: number | undefined, unit: string): string | undefined {
  const of = unit === '' ? '' : ` ${unit}`;
  const [low, high] = [from?.toLocaleString('en'), to?.toLocaleString('en')];
  if (low !== undefined && high !== undefined) return low === high ? `${low}${of}` : `${low} to ${high}${of}`;
  if (high !== undefined) return `at most ${high}${of}`;
  return low === undefined || (from === 0 && unit === '') ? undefined : `at least ${low}${of}`;
}
