import { globalRegistry, type z } from 'zod';
import type { ZodOpenApiOverride } from 'zod-openapi';

const JSON_VALUE = { $ref: '#/components/schemas/JsonValue' };
/** What `jsonObject` of the contracts checks of strings and names. JSON Schema cannot express the bound on nesting. */
const STRING_PATTERN = String.raw`^[^\x00]*$`;
const NAME_PATTERN = String.raw`^(?!__proto__$)[^\x00]*$`;

const COMPONENTS: Readonly<Record<string, object>> = {
  JsonValue: {
    description:
      'Any JSON value. Strings and names hold no NUL character and no lone surrogate; numbers are double-precision.',
    type: ['object', 'array', 'string', 'number', 'boolean', 'null'],
    pattern: STRING_PATTERN,
    // Equivalent to `items` here, from which openapi-typescript would generate a type that does not compile.
    unevaluatedItems: JSON_VALUE,
    propertyNames: { pattern: NAME_PATTERN },
    additionalProperties: JSON_VALUE,
  },
  JsonObject: {
    description: 'An object with any keys, nested at most 64 levels deep.',
    type: 'object',
    propertyNames: { pattern: NAME_PATTERN },
    additionalProperties: JSON_VALUE,
  },
};

/** Corrects JSON schemas where the conversion from zod loses or adds something. */
export const overrideJsonSchema: ZodOpenApiOverride = ({ jsonSchema, zodSchema, io }) => {
  const { def } = zodSchema._zod;
  const id = globalRegistry.get(zodSchema)?.id;
  const component = id === undefined ? undefined : COMPONENTS[id];
  if (component !== undefined) replace(jsonSchema, component);
  // The conversion drops a default before a transformation.
  if (def.type === 'default' && io === 'input') jsonSchema.default = def.defaultValue;
  // Responses may gain fields, so clients must accept unknown ones.
  if (def.type === 'object' && io === 'output' && def.catchall === undefined) delete jsonSchema.additionalProperties;
  // The bounds of JavaScript's integers say nothing about a response.
  if (io === 'output') {
    if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
    if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  }
  if (def.type === 'object' && def.catchall !== undefined && isJsonValue(def.catchall))
    jsonSchema.propertyNames = { pattern: NAME_PATTERN };
};

function replace(target: object, source: object): void {
  for (const key of Object.keys(target)) Reflect.deleteProperty(target, key);
  Object.assign(target, source);
}

const isJsonValue = (schema: z.core.$ZodType): boolean => globalRegistry.get(schema)?.id === 'JsonValue';
