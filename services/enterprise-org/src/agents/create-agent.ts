import type { RequestTo } from '@strata/contracts/operation';
import type { createAgent as operation } from '@strata/contracts/operations/agents';
import { MOST_AGENTS, type Agent } from '@strata/contracts/schemas/agent';
import type { RequestContext } from '@strata/kernel/actor';
import type { Clock } from '@strata/kernel/clock';
import { conflict } from '@strata/kernel/errors';
import { newId } from '@strata/kernel/ids';
import { requireTeam } from '../teams/require-teams.ts';
import type { AgentStore } from './agent-store.ts';
import { auditedAgent, describeAgent } from './describe-agent.ts';
import { requireMayPlace } from './require-may-place.ts';

export interface ChangeAgentParts {
  readonly agents: Pick<AgentStore, 'change'>;
  readonly clock: Clock;
}

/**
 * Errors: `conflict` for a taken name, and when the organization has the maximum of agent identities;
 * `validation_error` for an unknown team; `forbidden` for a team that the caller may not add agents to.
 */
export function createAgentHandler({ agents, clock }: ChangeAgentParts) {
  return async function createAgent(
    { params: { orgId }, body }: RequestTo<typeof operation>,
    context: RequestContext,
  ): Promise<Agent> {
    return agents.change(context, orgId, async (locked, record) => {
      if ((await locked.count()) >= MOST_AGENTS)
        throw conflict(`The organization has ${String(MOST_AGENTS)} agent identities, which is the maximum`);
      const teamId = await requireTeam(locked, body.teamId);
      if (teamId !== null) await requireMayPlace(locked, context.actor.id, { agent: null, teamId });
      const now = clock.now();
      const agent = {
        id: newId('agt'),
        organizationId: orgId,
        ...body,
        createdBy: context.actor.id,
        createdAt: now,
        updatedAt: now,
      };
      await locked.insert(agent);
      record({ action: 'agent.create', resourceId: agent.id, before: null, after: auditedAgent(agent) });
      return describeAgent(agent);
    });
  };
}
