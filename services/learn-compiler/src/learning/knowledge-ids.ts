import { derivedId } from '@strata/kernel/ids';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { Place } from '@strata/policy/place';

/** What the id of a memory is made of besides its place. */
export interface MemoryIdentity {
  readonly key: string;
  readonly tags: readonly string[];
  readonly userId: string | undefined;
}

/** Before the id of an end user. No key begins with it. */
const USER_MARK = 'user=';

/**
 * The id of a memory: equal words with equal tags about one end user in one learning scope are one memory, whenever and by
 * whichever worker they are found. With other tags they are another memory, so that repeating a statement under other tags
 * neither opens nor hides the first one.
 */
export const memoryId = (scope: TenantScope, place: Place, { key, tags, userId }: MemoryIdentity): string =>
  derivedId(
    'mem',
    scope.tenantId,
    scope.environment,
    ...placeKey(place),
    ...(userId === undefined ? [] : [`${USER_MARK}${userId}`]),
    key,
    ...[...new Set(tags)].sort(),
  );

/** The id of an artifact: one pattern in one learning scope keeps its id while its figures change. */
export const artifactId = (scope: TenantScope, place: Place, key: string): string =>
  derivedId('art', scope.tenantId, scope.environment, ...placeKey(place), key);

/** Agent and namespace of a place, with the empty string for a missing one: ids of agents and namespaces are never empty. */
export const placeKey = ({ agentId, namespaceId }: Place): [agentId: string, namespaceId: string] => [
  agentId ?? '',
  namespaceId ?? '',
];
