import { closestMatch } from 'leven';
import { z } from 'zod';

/** Levels of objects below the root that are searched. */
const MAX_DEPTH = 2;
/** One wrong letter for every so many letters, and at most so many in all. */
const LETTERS_PER_TYPO = 3;
const MAX_TYPOS = 2;

/**
 * Finds the field that a client probably meant by an unknown key in the object at `path`: a field with a similar name in the
 * same object, or else in another object of the schema. Returns its path, such as `metadata.agentId`, or undefined if no name
 * is similar.
 */
export function createLikelyField(
  schema: z.core.$ZodType,
  path: readonly PropertyKey[],
): (key: string) => string | undefined {
  const fields = new Map<string, string>();
  // Fields of the same object come first, and keep their names.
  addFields(fields, schemaAt(schema, path), path, 0);
  addFields(fields, schema, [], MAX_DEPTH);
  const names = [...fields.keys()];
  return function likelyField(key) {
    const name = plain(key);
    const maxDistance = Math.min(MAX_TYPOS, Math.floor(name.length / LETTERS_PER_TYPO));
    const match = closestMatch(name, names, { maxDistance });
    return match === undefined ? undefined : fields.get(match);
  };
}

/** How a name is compared: `agent_id`, `agent-id` and `AgentID` are all meant to be `agentId`. */
const plain = (name: string): string => name.replaceAll(/[_-]/g, '').toLowerCase();

function addFields(
  fields: Map<string, string>,
  schema: z.core.$ZodType | undefined,
  path: readonly PropertyKey[],
  depth: number,
): void {
  const inner = schema && withoutWrappers(schema);
  if (!(inner instanceof z.core.$ZodObject)) return;
  const entries = Object.entries(inner._zod.def.shape);
  for (const [name] of entries)
    if (!fields.has(plain(name))) fields.set(plain(name), [...path, name].map(String).join('.'));
  if (depth > 0) for (const [name, field] of entries) addFields(fields, field, [...path, name], depth - 1);
}

/** The schema of the value at `path`; undefined behind a union or a record. */
function schemaAt(root: z.core.$ZodType, path: readonly PropertyKey[]): z.core.$ZodType | undefined {
  let schema: z.core.$ZodType | undefined = root;
  for (const part of path) {
    const inner: z.core.$ZodType | undefined = schema && withoutWrappers(schema);
    if (inner instanceof z.core.$ZodObject) schema = inner._zod.def.shape[String(part)];
    else if (inner instanceof z.core.$ZodArray) schema = inner._zod.def.element;
    else return undefined;
  }
  return schema;
}

function withoutWrappers(schema: z.core.$ZodType): z.core.$ZodType {
  if (schema instanceof z.core.$ZodPipe) return withoutWrappers(schema._zod.def.out);
  if (
    schema instanceof z.core.$ZodOptional ||
    schema instanceof z.core.$ZodNullable ||
    schema instanceof z.core.$ZodDefault
  )
    return withoutWrappers(schema._zod.def.innerType);
  return schema;
}
