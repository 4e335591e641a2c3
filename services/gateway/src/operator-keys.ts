import type { KeyOwner } from '@strata/contracts/schemas/account';
import type { Environment } from '@strata/kernel/tenant-scope';
import { CloseStack } from '@strata/platform/lifecycle/closeable';
import type { ServiceParts } from '@strata/platform/service/service-parts';
import { AUDITOR_ROLE } from './adapters/gateway-database.ts';
import { prefixOfStored } from './api-keys/key-format.ts';
import { openGatewayDatabase } from './open-gateway-database.ts';

/** An API key that works and is bound to an agent, an agent identity or a free-form one. */
export interface BoundKey {
  readonly id: string;
  readonly name: string;
  readonly prefix: string;
  readonly tenantId: string;
  readonly agentId: string;
  readonly owner: KeyOwner;
  readonly createdBy: string;
}

type Row = Omit<BoundKey, 'prefix'> & { readonly environment: Environment };

const BOUND_KEYS = `
  select id, name, environment, tenant_id as "tenantId", agent_id as "agentId", owner, created_by as "createdBy"
  from api_keys
  where agent_id is not null and revoked_at is null and (expires_at is null or expires_at > now())
  order by tenant_id, id`;

/** The bound keys of every tenant, for a command of the operator. Errors: `unavailable`. */
export async function listBoundKeys(
  parts: Pick<ServiceParts, 'connection' | 'logger' | 'metrics'>,
): Promise<BoundKey[]> {
  const stack = new CloseStack();
  try {
    const database = await openGatewayDatabase(stack, { DATABASE_POOL_SIZE: 1 }, parts);
    const rows = await database.asRole(AUDITOR_ROLE, (tx) => tx.query<Row>(BOUND_KEYS));
    return rows.map(({ environment, ...key }) => ({ ...key, prefix: prefixOfStored(environment, key.id) }));
  } finally {
    await stack.close();
  }
}
