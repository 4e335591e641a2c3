import { eventually } from '@strata/testkit/eventually';
import type { FaultSystem } from '../fault-system.ts';
import type { LoadOnSystem } from '../load/start-load.ts';

interface StoredEvent {
  readonly id: string;
  readonly tenant_id: string;
  readonly text: string;
}

/**
 * Every accepted event is stored once, with the id that the client was told, in its own tenant; and what was not accepted at most
 * once. Waits for events that are still on their way. Returns how long that took, in milliseconds.
 */
export async function everyEventStoredOnce(
  { withSession }: FaultSystem,
  { ledger, tenants }: LoadOnSystem,
): Promise<number> {
  const startedAt = performance.now();
  const readStored = async (): Promise<StoredEvent[]> =>
    withSession(({ query }) =>
      query<StoredEvent>(
        `select id, tenant_id, payload->>'content' as text from ingest.events where tenant_id = any($1)`,
        [tenants.map(({ tenantId }) => tenantId)],
      ),
    );
  const acceptedIds = [...ledger.events.values()].flatMap(({ ids }) => [...ids]);
  const missingFrom = (stored: readonly StoredEvent[]): string[] => {
    const found = new Set(stored.map(({ id }) => id));
    return acceptedIds.filter((id) => !found.has(id));
  };
  await eventually(async () => missingFrom(await readStored()).length === 0).catch(() => undefined);
  const storedMs = performance.now() - startedAt;

  const stored = await readStored();
  const missing = missingFrom(stored);
  if (missing.length > 0)
    ledger.breakRule(`stored once: ${missing.length} accepted events are not stored: ${some(missing)}`);
  const counts = new Map<string, number>();
  for (const { id, tenant_id: tenantId, text } of stored) {
    counts.set(text, (counts.get(text) ?? 0) + 1);
    const sent = ledger.events.get(text);
    if (sent === undefined) ledger.breakRule(`stored once: nobody sent ${id}: ${text}`);
    else if (sent.tenantId !== tenantId) ledger.breakRule(`tenants apart: ${id} is stored in another tenant`);
    else if (sent.ids.size > 0 && !sent.ids.has(id)) ledger.breakRule(`stored once: ${text} is stored as ${id}, too`);
  }
  const twice = [...counts].filter(([, count]) => count > 1).map(([text]) => text);
  if (twice.length > 0) ledger.breakRule(`stored once: ${twice.length} events are stored twice: ${some(twice)}`);
  return storedMs;
}

const some = (items: readonly string[]): string => items.slice(0, 5).join(', ');
