import { ApiClient } from '../../fixtures/api-client.ts';
import type { FaultSystem } from '../fault-system.ts';
import type { LoadOnSystem } from '../load/start-load.ts';

interface Counts {
  readonly events: number;
  readonly counted: number;
  readonly memories: number;
  readonly texts: number;
  readonly indexed: number;
}

/** At the end: learns what is left. Each event, whose text is unique, is one memory, which is one entry of the search index. */
export async function everythingLearnedOnce(
  { cluster, withSession }: FaultSystem,
  { ledger, tenants }: LoadOnSystem,
): Promise<void> {
  for (const { tenantId, key, word } of tenants) {
    const { status } = await new ApiClient(cluster.base, key).learn();
    if (status !== 'completed') ledger.breakRule(`jobs end: the last learn job of ${word} is ${status}`);
    const [counts] = await withSession(({ query }) =>
      query<Counts>(
        `select (select count(*)::int from ingest.events where tenant_id = $1) as events,
                (select coalesce(sum(events), 0)::int from ingest.event_counts where tenant_id = $1) as counted,
                (select count(*)::int from learn.memories where tenant_id = $1) as memories,
                (select count(distinct body)::int from learn.memories where tenant_id = $1) as texts,
                (select count(*)::int from synthesis.entries where tenant_id = $1 and id like 'mem_%') as indexed`,
        [tenantId],
      ),
    );
    const different = new Set(Object.values(counts ?? {}));
    if (different.size !== 1) ledger.breakRule(`learned once: of ${word} there are ${JSON.stringify(counts)}`);
  }
}
