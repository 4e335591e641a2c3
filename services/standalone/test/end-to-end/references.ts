import type { Operation } from '@strata/contracts/operation';
import { randomInt } from 'node:crypto';
import { z } from 'zod';
import { paramsOf } from './resources.ts';
import { agentOf, callerOf, sessionOf, tagOf, type World } from './world.ts';

type Value = string | readonly string[];

/** What a world's own would be in a field of this name. */
const VALUES: Readonly<Record<string, (world: World) => Value>> = {
  agentId: ({ marker }) => agentOf(marker),
  namespaceId: ({ marker }) => `namespace-${marker}`,
  sessionId: ({ marker }) => sessionOf(marker),
  eventIds: ({ eventIds }) => eventIds.slice(0, 3),
  tag: ({ marker }) => tagOf(marker),
  teamId: ({ resources }) => resources.get('/v1/organizations/{orgId}/teams/{teamId}')?.[0] ?? '',
  teamIds: ({ resources }) => resources.get('/v1/organizations/{orgId}/teams/{teamId}') ?? [],
  memberIds: ({ resources }) => resources.get('/v1/organizations/{orgId}/members/{memberId}') ?? [],
  actorId: ({ tenant }) => tenant.userId,
  memoryId: ({ resources }) => resources.get('/v1/memories/{id}')?.[0] ?? '',
  tags: ({ marker }) => [tagOf(marker)],
  tenantId: ({ tenant }) => tenant.tenantId,
  idempotencyKey: ({ marker }) => `${marker}-careful-0-0`,
};

/** A field of a request that names something that is there already. */
export interface Reference {
  readonly in: 'query' | 'body';
  readonly path: readonly string[];
  readonly valueOf: (world: World) => Value;
}

interface Shape {
  readonly properties?: Readonly<Record<string, Shape>>;
}

/**
 * The references among an operation's fields, its cursor left out.
 * @throws Error that says what to add for a field that names ids of which nothing is known.
 */
export function referencesOf(operation: Operation): Reference[] {
  return (['query', 'body'] as const).flatMap((place) =>
    fieldsOf(shapeOf(operation[place])).flatMap((path): Reference[] => {
      const name = path.at(-1) ?? '';
      const valueOf = VALUES[name];
      if (valueOf !== undefined) return [{ in: place, path, valueOf }];
      if (/Ids?$/.test(name))
        throw new Error(`${operation.name} takes ${path.join('.')}: say in references.ts what a world's own would be`);
      return [];
    }),
  );
}

const shapeOf = (schema: z.ZodType): Shape =>
  z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' }) as unknown as Shape;

const fieldsOf = ({ properties = {} }: Shape): string[][] =>
  Object.entries(properties).flatMap(([name, shape]) => [[name], ...fieldsOf(shape).map((path) => [name, ...path])]);

/** The request with the value put where the reference says. */
export function withReference<Asked extends { query?: object; body?: unknown }>(
  asked: Asked,
  reference: Reference,
  value: Value,
): Asked {
  const put = (into: unknown, [name = '', ...rest]: readonly string[]): unknown => {
    const fields = (into ?? {}) as Record<string, unknown>;
    return { ...fields, [name]: rest.length === 0 ? value : put(fields[name], rest) };
  };
  return { ...asked, [reference.in]: put(asked[reference.in], reference.path) };
}

/** A value of the same shape that never named anything. */
export const unknownLike = <V extends Value>(value: V): V =>
  (typeof value === 'string' ? strange(value) : value.map(strange)) as V;

function strange(id: string): string {
  const at = /[-_]/.exec(id)?.index ?? -1;
  return (
    id.slice(0, at + 1) +
    id
      .slice(at + 1)
      .replaceAll(/[0-9a-f]/g, (digit) => (digit <= '9' ? String(randomInt(10)) : 'abcdef'.charAt(randomInt(6))))
  );
}

/** Whether an operation is a list that goes on by cursor. */
export const goesOnByCursor = ({ query }: Operation): boolean => 'cursor' in (shapeOf(query).properties ?? {});

const page = z.object({ pagination: z.object({ cursor: z.string() }) });

/**
 * Where a world's own list goes on behind its first item.
 * @throws Error when the list has one item only, so that it has no cursor.
 */
export async function cursorOf(world: World, list: Operation): Promise<string> {
  const first: unknown = await callerOf(world, list).ask(list, {
    params: paramsOf(world, list.path),
    query: { limit: 1 },
  });
  const parsed = page.safeParse(first);
  if (!parsed.success) throw new Error(`${list.name} needs a second item: make one in resources.ts`);
  return parsed.data.pagination.cursor;
}
