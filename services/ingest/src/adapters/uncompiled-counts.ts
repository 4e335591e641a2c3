import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { Transaction } from '@strata/platform/database/database';

/** Events of one session that are not uncompiled any more. Empty means no agent, or no namespace. */
export interface GoneEvents {
  readonly agentId: string;
  readonly namespaceId: string;
  readonly sessionId: string;
  readonly count: number;
}

/** Columns that a statement on `events` returns for `subtractUncompiled`. */
export const SESSION_COLUMNS = `
  coalesce(agent_id, '') as "agentId", coalesce(namespace_id, '') as "namespaceId", session_id as "sessionId"`;

/** The rows are locked in the order in which writers lock them. */
const SUBTRACT = `
  with gone as (
    select * from unnest($3::text[], $4::text[], $5::text[], $6::integer[])
      as gone (session_id, agent_id, namespace_id, events)
  ), left_over as (
    select open.session_id, open.agent_id, open.namespace_id, open.uncompiled - gone.events as uncompiled
    from open_sessions as open join gone using (session_id, agent_id, namespace_id)
    where open.tenant_id = $1 and open.environment = $2
    order by open.session_id, open.agent_id, open.namespace_id
    for update of open
  ), closed as (
    delete from open_sessions as open using left_over as rest
    where open.tenant_id = $1 and open.environment = $2 and open.session_id = rest.session_id
      and open.agent_id = rest.agent_id and open.namespace_id = rest.namespace_id and rest.uncompiled <= 0
  )
  update open_sessions as open set uncompiled = rest.uncompiled from left_over as rest
  where open.tenant_id = $1 and open.environment = $2 and open.session_id = rest.session_id
    and open.agent_id = rest.agent_id and open.namespace_id = rest.namespace_id and rest.uncompiled > 0`;

/** Takes events that were compiled or deleted from the counts of their sessions, in the transaction of that change. */
export async function subtractUncompiled(
  tx: Transaction,
  { tenantId, environment }: TenantScope,
  gone: readonly GoneEvents[],
): Promise<void> {
  if (gone.length === 0) return;
  const column = <Value>(read: (events: GoneEvents) => Value): Value[] => gone.map(read);
  await tx.execute(SUBTRACT, [
    ...[tenantId, environment, column(({ sessionId }) => sessionId), column(({ agentId }) => agentId)],
    ...[column(({ namespaceId }) => namespaceId), column(({ count }) => count)],
  ]);
}
