import type { RequestTo } from '@strata/contracts/operation';
import type { updateAgent as operation } from '@strata/contracts/operations/agents';
import type { Agent } from '@strata/contracts/schemas/agent';
import type { RequestContext } from '@strata/kernel/actor';
import { notFound } from '@strata/kernel/errors';
import { recordDifference } from '../audit/audited-change.ts';
import { withChanges } from '../organization-data/with-changes.ts';
import { requireTeam } from '../teams/require-teams.ts';
import type { ChangeAgentParts } from './create-agent.ts';
import { auditedAgent, describeAgent } from './describe-agent.ts';
import { requireMayPlace } from './require-may-place.ts';

/**
 * Errors: `not_found`; `conflict` for a taken name; `validation_error` for an unknown team; `forbidden` for an agent that
 * the caller may not act as, and for a team that they may not add agents to.
 */
export function updateAgentHandler({ agents, clock }: ChangeAgentParts) {
  return async function updateAgent(
    { params: { orgId, agentId }, body }: RequestTo<typeof operation>,
    context: RequestContext,
  ): Promise<Agent> {
    return agents.change(context, orgId, async (locked, record) => {
      const before = await locked.get(agentId);
      if (before === undefined) throw notFound('The agent identity');
      if (body.teamId !== undefined && body.teamId !== before.teamId) {
        const teamId = await requireTeam(locked, body.teamId);
        await requireMayPlace(locked, context.actor.id, { agent: before, teamId });
      }
      const after = { ...withChanges(before, body), updatedAt: clock.now() };
      const what = { action: 'agent.update', resourceId: agentId };
      if (!recordDifference(record, what, auditedAgent(before), auditedAgent(after))) return describeAgent(before);
      await locked.update(after);
      return describeAgent(after);
    });
  };
}
