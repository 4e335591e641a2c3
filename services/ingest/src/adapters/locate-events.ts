import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { Transaction } from '@strata/platform/database/database';
import { BEFORE_MONTHS } from './event-months.ts';

const OWN = 'tenant_id = $1 and environment = $2';

const LOCATE = `
  select seq from event_ids where ${OWN} and event_id = any($3)
  union all select seq from events where ${OWN} and id = any($3) and ${BEFORE_MONTHS}`;

/** Of no event. With an empty list, the planner would consider all months. */
const NOWHERE = '0';

/** SQL for the `seq` of one event, whose month is found while a statement runs. */
export const seqOf = (id: string, tenantId: string, environment: string): string => `coalesce(
  (select before.seq from events as before
   where before.tenant_id = ${tenantId} and before.environment = ${environment} and before.id = ${id}
     and before.${BEFORE_MONTHS} limit 1),
  (select listed.seq from event_ids as listed
   where listed.event_id = ${id} and listed.tenant_id = ${tenantId} and listed.environment = ${environment}))`;

/**
 * Returns the `seq` of each of these events that is stored; there may be others, of events that do not exist. A statement
 * with them as values touches no other month than theirs.
 */
export async function locateEvents(
  tx: Transaction,
  { tenantId, environment }: TenantScope,
  ids: readonly string[],
): Promise<string[]> {
  const rows = await tx.query<{ seq: string }>(LOCATE, [tenantId, environment, ids]);
  return rows.length === 0 ? [NOWHERE] : rows.map(({ seq }) => seq);
}
