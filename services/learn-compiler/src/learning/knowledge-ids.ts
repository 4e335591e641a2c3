import { derivedId } from '@strata/kernel/ids';
import type { TenantScope } from '@strata/kernel/tenant-scope';

/** Whose events are compiled together: one agent in one namespace. Knowledge never crosses it. */
export interface Owner {
  readonly agentId: string | null;
  readonly namespaceId: string | null;
}

/**
 * The same words under the same tags in the same scope are one memory, whenever and by whichever worker they are found.
 * Under other tags they are another, so that nobody opens or hides what was said by saying it again.
 */
export const memoryId = (scope: TenantScope, owner: Owner, key: string, tags: readonly string[]): string => {
  const place = [scope.tenantId, scope.environment, ownerPart(owner.agentId), ownerPart(owner.namespaceId)];
  return derivedId('mem', ...place, key, ...[...new Set(tags)].sort());
};

/** The same pattern in the same scope is one artifact, whatever its figures become. */
export const artifactId = (scope: TenantScope, owner: Owner, key: string): string =>
  derivedId('art', scope.tenantId, scope.environment, ownerPart(owner.agentId), ownerPart(owner.namespaceId), key);

/** Ids of agents and namespaces are never empty, so nothing is the empty string. */
export const ownerPart = (id: string | null): string => id ?? '';
/** The reverse of `ownerPart`. */
export const ownerId = (part: string): string | null => (part === '' ? null : part);
