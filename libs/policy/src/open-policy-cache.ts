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
import { LRUCache } from 'lru-cache';
import { CachedEngine, type PolicySnapshot } from './cached-engine.ts';
import type { PolicyCache } from './policy-cache.ts';

export interface PolicyCacheOptions {
  readonly logger: Logger;
  /** A monotonic clock in milliseconds (default `performance.now`). */
  readonly now?: (() => number) | undefined;
}

const DEADLINE_MS = 1_500;
/** Beyond this the least recently used snapshots are dropped, and read again when needed. */
const MAX_TENANTS = 10_000;
/** Of all tenants together. One fact, such as a policy or a member, takes a few hundred bytes. */
const MAX_FACTS = 1_000_000;

/**
 * Opens a policy cache. A snapshot decides if it was confirmed less than a second ago and no change was announced since.
 * While enterprise-org does not respond, it is used for up to ten seconds; after that, and at once after an announced
 * change, requests fail with `unavailable` until enterprise-org responds.
 */
export async function openPolicyCache(
  bus: Bus,
  { logger, now = () => performance.now() }: PolicyCacheOptions,
): Promise<PolicyCache & Closeable> {
  const engines = new LRUCache<string, CachedEngine>({ max: MAX_TENANTS, maxSize: MAX_FACTS });
  let isAway = false;
  let isClosed = false;

  const readSnapshot = async (scope: TenantScope, known: PolicySnapshot | undefined): Promise<PolicySnapshot> => {
    try {
      const context = systemContext(scope, newId('req'));
      const request = { knownVersion: known?.version ?? null };
      const { version, facts } = await bus.call(readPolicyFacts, request, context, { deadlineMs: DEADLINE_MS });
      const snapshot = facts === null ? known : { version, engine: createPolicyEngine(facts), size: sizeOf(facts) };
      if (snapshot === undefined) throw new Error('enterprise-org sent no policy facts');
      if (isAway) logger.info('Policy facts can be read again');
      isAway = false;
      return snapshot;
    } catch (error) {
      if (!isAway) logger.warn('Policy facts cannot be read', { tenantId: scope.tenantId, error });
      isAway = true;
      throw error;
    }
  };

  /** Each entry has a size from 1 to `MAX_FACTS`: lru-cache stores no other. It changes only if the entry is set anew. */
  const keep = (tenantId: string, engine: CachedEngine, facts: number): void => {
    engines.delete(tenantId);
    engines.set(tenantId, engine, { size: Math.min(1 + facts, MAX_FACTS) });
  };

  const engineOf = (scope: TenantScope): CachedEngine => {
    const { tenantId } = scope;
    const kept = engines.get(tenantId);
    if (kept !== undefined) return kept;
    const engine: CachedEngine = new CachedEngine(async (known) => {
      const snapshot = await readSnapshot(scope, known);
      if (snapshot !== known && engines.peek(tenantId) === engine) keep(tenantId, engine, snapshot.size);
      return snapshot;
    }, now);
    keep(tenantId, engine, 0);
    return engine;
  };

  await bus.subscribe(policyFactsChanged, (_change, { scope }) => {
    engines.peek(scope.tenantId)?.invalidate();
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
      engines.clear();
      return Promise.resolve();
    },
  };
}

const sizeOf = ({ organizations }: Facts): number =>
  organizations
    .map(({ namespaces, agents, members, policies }) => [namespaces, agents, members, policies])
    .flat()
    .reduce((sum, { length }) => sum + length, 0);
