import { ROLE_PERMISSIONS } from '@strata/contracts/schemas/organization';
import type { CloseStack } from '@strata/platform/lifecycle/closeable';
import { openDatabase } from '@strata/platform/service/open-database';
import type { ServiceParts } from '@strata/platform/service/service-parts';
import type { PolicyEngine } from '@strata/policy/policy-engine';
import { isAgentIdentityId } from '@strata/policy/principal';
import { ORGANIZATION_SCHEMA } from './adapters/organization-schema.ts';
import { createPgFactsStore } from './adapters/pg-facts-store.ts';
import { currentEngineOf } from './facts/current-engine.ts';

/** An agent id that an API key is bound to, and the user who created the key. */
interface Binding {
  readonly agentId: string;
  readonly createdBy: string;
}

/** Why the user may not act as the agent now, in lower case; undefined if they may, and for a free-form agent id. */
export type FaultOf = (binding: Binding) => string | undefined;

/** Checks bindings of a tenant by the facts as they are stored now, for a command of the operator. Errors: `unavailable`. */
export async function openBindingCheck(
  stack: CloseStack,
  parts: Pick<ServiceParts, 'connection' | 'logger' | 'metrics'>,
): Promise<(tenantId: string) => Promise<FaultOf>> {
  const database = stack.use(await openDatabase(ORGANIZATION_SCHEMA, { DATABASE_POOL_SIZE: 1 }, parts));
  const engineOf = currentEngineOf(createPgFactsStore(database));
  return async (tenantId) => {
    const engine = await engineOf({ tenantId, environment: 'live' });
    return (binding) => faultOf(engine, binding);
  };
}

function faultOf(engine: PolicyEngine, { agentId, createdBy }: Binding): string | undefined {
  if (!isAgentIdentityId(agentId)) return undefined;
  const identity = engine.identity(agentId);
  if (identity === undefined) return 'the agent does not exist any more';
  if (engine.mayActAs(createdBy, agentId)) return undefined;
  const { role } = engine.membershipIn(identity.organizationId, { id: createdBy, agentId: null });
  if (role === null) return "the creator is not a member of the agent's organization";
  if (!ROLE_PERMISSIONS[role].includes('agent:update')) return `the creator's role is ${role}`;
  return identity.teamId === null
    ? 'the agent has no team, and another user created it'
    : "the creator is not in the agent's team";
}
