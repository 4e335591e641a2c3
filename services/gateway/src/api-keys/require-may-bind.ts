import type { PolicyEngine } from '@strata/policy/policy-engine';
import { principalOf } from '@strata/policy/principal';
import { ROLE_PERMISSIONS } from '@strata/contracts/schemas/organization';
import type { Actor } from '@strata/kernel/actor';
import { AppError, validationError } from '@strata/kernel/errors';

type Knowing = Pick<PolicyEngine, 'identity' | 'membershipIn'>;

/**
 * Whoever binds a key to an agent identity can act as it. So they manage agents in its organization, and are in its team
 * themselves or may put anybody into it; an identity without a team they have made themselves. (A free-form id, which
 * anybody may name in a request, anybody may bind.)
 * Errors: `validation_error` for an agent identity that the tenant does not have; `forbidden`.
 */
export function requireMayBind(engine: Knowing, actor: Actor, agentId: string): void {
  const identity = engine.identity(agentId);
  if (identity === undefined) {
    const message = 'must be an agent of this tenant';
    throw validationError(`agentId ${message}`, [{ field: 'agentId', message }]);
  }
  const { organizationId, teamId, createdBy } = identity;
  const { role, teamIds } = engine.membershipIn(organizationId, principalOf(actor));
  const may = role === null ? [] : ROLE_PERMISSIONS[role];
  const isTheirs = teamId === null ? createdBy === actor.id : teamIds.includes(teamId);
  const isInReach = isTheirs || may.includes('team:update');
  if (may.includes('agent:update') && isInReach) return;
  throw new AppError(
    'forbidden',
    'A key for this agent takes the permission "agent:update", and its team, having made it where it has none, or "team:update"',
  );
}
