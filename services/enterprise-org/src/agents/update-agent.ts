import type { updateAgent } from '@strata/contracts/operations/agents';
import type { Agent } from '@strata/contracts/schemas/agent';
import type { RequestContext } from '@strata/kernel/actor';
import { notFound } from '@strata/kernel/errors';
import type { z } from 'zod';
import { noteDifference } from '../audit/note.ts';
import { requireTeam } from '../teams/require-teams.ts';
import type { StoredAgent } from './agent-store.ts';
import type { ChangeAgentParts } from './create-agent.ts';
import { auditedAgent, describeAgent } from './describe-agent.ts';
import { requireMayPlace } from './require-may-place.ts';

type AgentChange = z.output<typeof updateAgent.body>;

/**
 * Changes what is sent and leaves the rest alone; null clears.
 * Errors: `not_found`; `conflict` for a taken name; `validation_error` for a team that is not there; `forbidden` for one
 * that is not the caller's to put agents into, or to take them out of.
 */
export const createUpdateAgent =
  ({ agents, clock }: ChangeAgentParts) =>
  (
    { orgId, agentId }: z.output<typeof updateAgent.params>,
    change: AgentChange,
    context: RequestContext,
  ): Promise<Agent> =>
    agents.change(context, orgId, async (held, note) => {
      const before = await held.get(agentId);
      if (before === undefined) throw notFound('The agent identity');
      if (change.teamId !== undefined && change.teamId !== before.teamId) {
        const teams = [before.teamId, await requireTeam(held, change.teamId)];
        for (const teamId of teams) if (teamId !== null) await requireMayPlace(held, context.actor.id, teamId);
      }
      const after = { ...changedBy(change, before), updatedAt: clock.now() };
      const what = { action: 'agent.update', resourceId: agentId };
      if (!noteDifference(note, what, auditedAgent(before), auditedAgent(after))) return describeAgent(before);
      await held.put(after);
      return describeAgent(after);
    });

const changedBy = (change: AgentChange, before: StoredAgent): StoredAgent => ({
  ...before,
  name: change.name ?? before.name,
  description: change.description === undefined ? before.description : change.description,
  framework: change.framework === undefined ? before.framework : change.framework,
  teamId: change.teamId === undefined ? before.teamId : change.teamId,
  metadata: change.metadata ?? before.metadata,
});
