import { globalRegistry, type z } from 'zod';
import type { ZodOpenApiOverride } from 'zod-openapi';

const JSON_VALUE = { $ref: '#/components/schemas/JsonValue' };
/** What `jsonObject` of the contracts checks of strings and names; that nesting is bounded, no schema can say. */
const STRING_PATTERN = String.raw`^[^\x00]*$`;
const NAME_PATTERN = String.raw`^(?!__proto__$)[^\x00]*$`;

const COMPONENTS: Readonly<Record<string, object>> = {
  JsonValue: {
    description:
      'Any JSON value. Strings and names hold no NUL character and no lone surrogate; numbers are double-precision.',
    type: ['object', 'array', 'string', 'number', 'boolean', 'null'],
    pattern: STRING_PATTERN,
    // Here the same as `items`, of which openapi-typescript would make a type that refers to itself.
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

/** What a zod schema means, where its conversion alone would say less or more. */
export const overrideJsonSchema: ZodOpenApiOverride = ({ jsonSchema, zodSchema, io }) => {
  const { def } = zodSchema._zod;
  const id = globalRegistry.get(zodSchema)?.id;
  const component = id === undefined ? undefined : COMPONENTS[id];
  if (component !== undefined) replace(jsonSchema, component);
  // Defaults are dropped behind a transformation, although they stand in front of it.
  if (def.type === 'default' && io === 'input') jsonSchema.default = def.defaultValue;
  // Answers may gain fields; nobody's client shall break on one.
  if (def.type === 'object' && io === 'output' && isPlain(def.catchall)) delete jsonSchema.additionalProperties;
  // What every whole number of JavaScript holds to says nothing about an answer.
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

const isPlain = (catchall: z.core.$ZodType | undefined): boolean => catchall === undefined;
const isJsonValue = (schema: z.core.$ZodType): boolean => globalRegistry.get(schema)?.id === 'JsonValue';
