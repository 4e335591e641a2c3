import { policyFactsChanged, readPolicyFacts } from '@strata/contracts/calls/organizations';
import type { Facts } from '@strata/contracts/schemas/policy-facts';
import { createPolicyEngine } from './policy-engine.ts';
import { systemContext } from '@strata/kernel/actor';
import { unavailable } from '@strata/kernel/errors';
import { newId } from '@strata/kernel/ids';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { Bus } from '@strata/platform/bus/bus';
import type { Closeable } from '@strata/platform/lifecycle/closeable';
import type { Logger } from '@strata/platform/log/logger';
import { CachedEngine, type ReadSnapshot } from './cached-engine.ts';
import type { PolicyCache } from './policy-cache.ts';

export interface PolicyCacheOptions {
  readonly logger: Logger;
  /** Milliseconds of a clock that never jumps (default `performance.now`). */
  readonly now?: (() => number) | undefined;
}

const DEADLINE_MS = 1_500;
/** Least recently used ones beyond it are read again when they come back. */
const MOST_TENANTS = 10_000;
/** Of all tenants together. One, such as a policy or a member, takes some hundred bytes. */
const MOST_FACTS = 1_000_000;

/**
 * Each tenant's engine, held while it is in use. What was confirmed less than a second ago, and not put in doubt by an
 * announcement since, decides. While nobody answers it serves on for ten seconds; after that, and at once where it is in
 * doubt, nothing is decided until somebody does.
 */
export async function openPolicyCache(
  bus: Bus,
  { logger, now = () => performance.now() }: PolicyCacheOptions,
): Promise<PolicyCache & Closeable> {
  const held = new Map<string, CachedEngine>();
  let isAway = false;
  let isClosed = false;

  const readEdition =
    (scope: TenantScope): ReadSnapshot =>
    async (known) => {
      try {
        const context = systemContext(scope, newId('req'));
        const question = { knownVersion: known?.version ?? null };
        const { version, facts } = await bus.call(readPolicyFacts, question, context, { deadlineMs: DEADLINE_MS });
        const edition = facts === null ? known : { version, engine: createPolicyEngine(facts), size: sizeOf(facts) };
        if (edition === undefined) throw new Error('The facts of policies were not told');
        if (isAway) logger.info('The facts of policies are told again');
        isAway = false;
        return edition;
      } catch (error) {
        if (!isAway) logger.warn('The facts of policies are not told', { tenantId: scope.tenantId, error });
        isAway = true;
        throw error;
      }
    };

  /** The map's order is that of use. */
  const engineOf = (scope: TenantScope): CachedEngine => {
    const known = held.get(scope.tenantId);
    const engine = known ?? new CachedEngine(readEdition(scope), now);
    held.delete(scope.tenantId);
    held.set(scope.tenantId, engine);
    if (known === undefined) dropLeastUsed(held);
    return engine;
  };

  await bus.subscribe(policyFactsChanged, (_news, { scope }) => {
    held.get(scope.tenantId)?.invalidate();
    return Promise.resolve();
  });

  return {
    engineFor: async (scope) => {
      const engine = isClosed ? undefined : await engineOf(scope).current();
      if (engine === undefined) throw unavailable('The decision on access');
      return engine;
    },
    close: () => {
      isClosed = true;
      held.clear();
      return Promise.resolve();
    },
  };
}

function dropLeastUsed(held: Map<string, CachedEngine>): void {
  let facts = 0;
  for (const { size } of held.values()) facts += size;
  for (const [tenantId, { size }] of held) {
    if (held.size <= MOST_TENANTS && facts <= MOST_FACTS) return;
    held.delete(tenantId);
    facts -= size;
  }
}

const sizeOf = ({ organizations }: Facts): number =>
  organizations
    .map(({ namespaces, agents, members, policies }) => [namespaces, agents, members, policies])
    .flat()
    .reduce((sum, { length }) => sum + length, 0);
