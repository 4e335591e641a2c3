import type { Operation } from '@strata/contracts/operation';
import { listArtifacts } from '@strata/contracts/operations/artifacts';
import { listMemories } from '@strata/contracts/operations/memories';
import { inviteMember } from '@strata/contracts/operations/organizations';
import { OPERATIONS } from '@strata/contracts/operations/table';
import { z } from 'zod';
import { sampleBody } from './sample-body.ts';
import { callerOf, type World } from './world.ts';

type Factory = (world: World) => Promise<readonly string[]> | readonly string[];

/** One for each of the world's organizations, in their order. */
const invitations: Factory = (world) =>
  Promise.all(
    (world.resources.get('/v1/organizations/{orgId}') ?? []).map(async (orgId) => {
      const body = sampleBody(inviteMember, world);
      return (await world.tenant.user.ask(inviteMember, { params: { orgId }, body })).id;
    }),
  );

const memories: Factory = async ({ api }) => (await api.ask(listMemories)).items.map(({ id }) => id).slice(0, 3);
/** The last one may be deleted by then. */
const lastingMemories: Factory = async (world) => (await memories(world)).slice(0, 2);

/** For what no `POST` to the collection makes. */
const FACTORIES: Readonly<Record<string, Factory>> = {
  '/v1/events/{id}': ({ eventIds }) => eventIds.slice(0, 2),
  '/v1/jobs/{id}': ({ jobIds }) => jobIds,
  '/v1/memories/{id}': memories,
  '/v1/organizations/{orgId}/members/{memberId}': invitations,
  '/v1/organizations/{orgId}/lineage/{memoryId}': lastingMemories,
  '/v1/organizations/{orgId}/lineage/graph/{memoryId}': lastingMemories,
  '/v1/secret-rules/{ruleId}': () => ['credential_assignment', 'url_credentials'],
  '/v1/artifacts/{id}': async ({ api }) => (await api.ask(listArtifacts)).items.map(({ id }) => id).slice(0, 2),
};

/** Of these everybody has the same ones, each with a say of their own. */
export const COMMON_TO_ALL: ReadonlySet<string> = new Set(['/v1/secret-rules/{ruleId}']);

const COPIES = 2;
const created = z.object({ id: z.string() });

/** The resources that a path names, the outermost first: one for each parameter. */
export const resourcePaths = (path: string): string[] =>
  [...path.matchAll(/\{\w+\}/g)].map((match) => path.slice(0, match.index + match[0].length));

/** Whether a world has such a resource: what is a user's alone is no part of the test partition. */
export const canHave = ({ tenant, api }: World, path: string): boolean =>
  api !== tenant.testApi || under(path).some(({ credential }) => credential !== 'jwt');

const under = (path: string): Operation[] =>
  OPERATIONS.filter((operation) => operation.path === path || operation.path.startsWith(`${path}/`));

/**
 * Makes at least one resource for every path of the table.
 * @throws Error that says what to add for a path of which nothing is known.
 */
export async function furnish(world: World): Promise<void> {
  const paths = new Set(OPERATIONS.flatMap(({ path }) => resourcePaths(path)));
  for (const path of [...paths].sort((a, b) => a.length - b.length)) {
    if (!canHave(world, path)) continue;
    const ids = await (FACTORIES[path] ?? byCreation(path))(world);
    if (ids.length === 0) throw new Error(`The factory of ${path} made nothing`);
    world.resources.set(path, ids);
  }
}

function byCreation(path: string): Factory {
  const collection = path.slice(0, path.lastIndexOf('/'));
  const operation = OPERATIONS.find((candidate) => candidate.method === 'POST' && candidate.path === collection);
  if (operation === undefined)
    throw new Error(`Nothing is known to make ${path}: no POST ${collection}, so say in resources.ts how one is made`);
  // Of what lies within another thing each has a list of its own; one of each list is what the path names.
  return async (world) => {
    const parents = world.resources.get(resourcePaths(collection).at(-1) ?? '');
    const ids: string[] = [];
    for (let at = 0; at < (parents?.length ?? 1); at += 1) {
      const made: string[] = [];
      for (let copy = 0; copy < COPIES; copy += 1) {
        const asked = { params: paramsOf(world, collection, at), body: sampleBody(operation, world) };
        made.push(created.parse(await callerOf(world, operation).ask(operation, asked)).id);
      }
      ids.push(...(parents === undefined ? made : made.slice(0, 1)));
    }
    return ids;
  };
}

/** Path parameters that name the world's own resources; `at` picks which, counted as `Array.at` does. */
export const paramsOf = (world: World, path: string, at = 0): Record<string, string> =>
  Object.fromEntries(
    resourcePaths(path).map((resource) => [
      resource.slice(resource.lastIndexOf('{') + 1, -1),
      world.resources.get(resource)?.at(at) ?? '',
    ]),
  );
