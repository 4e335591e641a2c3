import type { PolicyEngine } from '@strata/policy/policy-engine';
import { principalOf } from '@strata/policy/principal';
import { ROLE_PERMISSIONS } from '@strata/contracts/schemas/organization';
import type { Actor } from '@strata/kernel/actor';
import { AppError, validationError } from '@strata/kernel/errors';

type AgentDirectory = Pick<PolicyEngine, 'identity' | 'membershipIn'>;

/**
 * Checks that a user may bind an API key to an agent identity, and so act as that agent. The user needs the permission
 * `agent:update` in the agent's organization. They also need `team:update`, unless they are a member of the agent's team
 * or, if it has no team, registered the agent. Free-form agent ids need no check: any request may name any of them.
 * Errors: `validation_error` for an agent identity that the tenant does not have; `forbidden`.
 */
export function requireMayBind(engine: AgentDirectory, actor: Actor, agentId: string): void {
  const identity = engine.identity(agentId);
  if (identity === undefined) {
    const message = 'must be an agent of this tenant';
    throw validationError(`agentId ${message}`, [{ field: 'agentId', message }]);
  }
  const { organizationId, teamId, createdBy } = identity;
  const { role, teamIds } = engine.membershipIn(organizationId, principalOf(actor));
  const permissions = role === null ? [] : ROLE_PERMISSIONS[role];
  const isOwn = teamId === null ? createdBy === actor.id : teamIds.includes(teamId);
  const hasTeamRight = isOwn || permissions.includes('team:update');
  if (permissions.includes('agent:update') && hasTeamRight) return;
  throw new AppError(
    'forbidden',
    'A key for this agent needs the permission "agent:update", and also "team:update" unless you are in its team or, if it has none, registered it',
  );
}
