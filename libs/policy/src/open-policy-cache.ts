import { policyFactsChanged, readPolicyFacts } from '@strata/contracts/calls/organizations';
import type { Facts } from '@strata/contracts/schemas/policy-facts';
import { openPolicyBook } from './policy-engine.ts';
import { systemContext } from '@strata/kernel/actor';
import { unavailable } from '@strata/kernel/errors';
import { newId } from '@strata/kernel/ids';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { Bus } from '@strata/platform/bus/bus';
import type { Closeable } from '@strata/platform/lifecycle/closeable';
import type { Logger } from '@strata/platform/log/logger';
import { HeldBook, type ReadEdition } from './cached-engine.ts';
import type { PolicyBooks } from './policy-cache.ts';

export interface PolicyBooksOptions {
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
 * Each tenant's book, held while it is in use. What was confirmed less than a second ago, and not put in doubt by an
 * announcement since, decides. While nobody answers it serves on for ten seconds; after that, and at once where it is in
 * doubt, nothing is decided until somebody does.
 */
export async function openPolicyBooks(
  bus: Bus,
  { logger, now = () => performance.now() }: PolicyBooksOptions,
): Promise<PolicyBooks & Closeable> {
  const held = new Map<string, HeldBook>();
  let isAway = false;
  let isClosed = false;

  const readEdition =
    (scope: TenantScope): ReadEdition =>
    async (known) => {
      try {
        const context = systemContext(scope, newId('req'));
        const question = { knownVersion: known?.version ?? null };
        const { version, facts } = await bus.call(readPolicyFacts, question, context, { deadlineMs: DEADLINE_MS });
        const edition = facts === null ? known : { version, book: openPolicyBook(facts), size: sizeOf(facts) };
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
  const bookOf = (scope: TenantScope): HeldBook => {
    const known = held.get(scope.tenantId);
    const book = known ?? new HeldBook(readEdition(scope), now);
    held.delete(scope.tenantId);
    held.set(scope.tenantId, book);
    if (known === undefined) dropLeastUsed(held);
    return book;
  };

  await bus.subscribe(policyFactsChanged, (_news, { scope }) => {
    held.get(scope.tenantId)?.doubt();
    return Promise.resolve();
  });

  return {
    of: async (scope) => {
      const book = isClosed ? undefined : await bookOf(scope).current();
      if (book === undefined) throw unavailable('The decision on access');
      return book;
    },
    close: () => {
      isClosed = true;
      held.clear();
      return Promise.resolve();
    },
  };
}

function dropLeastUsed(held: Map<string, HeldBook>): void {
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
