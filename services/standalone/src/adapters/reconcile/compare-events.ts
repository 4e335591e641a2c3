import type { OrganizationReconciliation } from '@strata/enterprise-org/operator-reconciliation';
import type { IngestReconciliation } from '@strata/ingest/operator-reconciliation';
import type { LearnReconciliation } from '@strata/learn-compiler/operator-reconciliation';
import { byScope, repairScopes, type Check, type Difference } from '@strata/platform/reconcile/check';
import type { ItemKey } from '@strata/platform/reconcile/compare-items';

interface Parts {
  readonly ingest: Pick<IngestReconciliation, 'events'>;
  readonly learn: Pick<LearnReconciliation, 'events'>;
  readonly organizations: Pick<OrganizationReconciliation, 'sweptTenants'>;
}

/** Differences are confirmed so many at a time. */
const PAGE = 1000;

/** Events with what was learned of them, in both directions. */
export const eventChecks = ({ ingest, learn, organizations }: Parts): Check[] => {
  /** A sweep deletes events from one service after the other. */
  const withoutSwept = async (found: readonly ItemKey[]): Promise<ItemKey[]> => {
    const swept = await organizations.sweptTenants([...new Set(found.map(({ tenantId }) => tenantId))]);
    return found.filter(({ tenantId }) => !swept.has(tenantId));
  };

  const findUnlearned = async (compiled: readonly ItemKey[]): Promise<Difference[]> => {
    const unknown = await withoutSwept(await learn.events.unknown(compiled));
    const message = 'it is marked as compiled, and nothing was learned of it';
    const found: Difference[] = [];
    for (const [scope, own] of byScope(unknown.map((key) => ({ ...key, message })))) {
      const events = await ingest.events.readCompiled(
        scope,
        own.map(({ id }) => id),
      );
      const telling = new Set(events.filter((event) => learn.events.saysSomething(event)).map(({ id }) => id));
      found.push(...own.filter(({ id }) => telling.has(id)));
    }
    return found;
  };

  const findLost = async (learned: readonly ItemKey[]): Promise<Difference[]> => {
    const lost = await withoutSwept(await ingest.events.unknown(learned));
    // It may have been forgotten meanwhile.
    const forgotten = new Set((await learn.events.unknown(lost)).map(keyOf));
    return lost
      .filter((key) => !forgotten.has(keyOf(key)))
      .map((key) => ({ ...key, message: 'steps were learned of it, and the event is not stored' }));
  };

  return [
    {
      name: 'compiled-events',
      compares: 'Each event that is marked as compiled with what was learned of it',
      advice: '--repair has it compiled again.',
      async *find(selection) {
        for await (const page of ingest.events.compiled(selection)) yield* await findUnlearned(page);
      },
      confirm: (found) => inPages(found, findUnlearned),
      repair: repairScopes((scope, ids) => ingest.events.reopen(scope, ids)),
    },
    {
      name: 'learned-events',
      compares: 'Each event of which something was learned with the stored events',
      advice: 'The event is lost: compare with a back-up of the events.',
      async *find(selection) {
        for await (const page of learn.events.pages(selection)) yield* await findLost(page);
      },
      confirm: (found) => inPages(found, findLost),
    },
  ];
};

const keyOf = ({ tenantId, environment, id }: ItemKey): string => JSON.stringify([tenantId, environment, id]);

async function inPages(
  found: readonly Difference[],
  find: (keys: readonly ItemKey[]) => Promise<Difference[]>,
): Promise<Difference[]> {
  const still: Difference[] = [];
  for (const [scope, own] of byScope(found))
    for (let from = 0; from < own.length; from += PAGE)
      still.push(...(await find(own.slice(from, from + PAGE).map(({ id }) => ({ ...scope, id })))));
  return still;
}
