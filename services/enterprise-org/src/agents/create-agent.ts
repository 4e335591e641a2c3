import type { createAgent } from '@strata/contracts/operations/agents';
import { MOST_AGENTS, type Agent } from '@strata/contracts/schemas/agent';
import type { RequestContext } from '@strata/kernel/actor';
import type { Clock } from '@strata/kernel/clock';
import { conflict } from '@strata/kernel/errors';
import { newId } from '@strata/kernel/ids';
import type { z } from 'zod';
import { requireTeam } from '../teams/require-teams.ts';
import type { AgentStore } from './agent-store.ts';
import { auditedAgent, describeAgent } from './describe-agent.ts';
import { requireMayPlace } from './require-may-place.ts';

export interface ChangeAgentParts {
  readonly agents: Pick<AgentStore, 'change'>;
  readonly clock: Clock;
}

/**
 * Makes an agent identity. Errors: `conflict` for a taken name, and for one too many; `validation_error` for a team that
 * is not there; `forbidden` for one that is not the caller's to put agents into.
 */
export const createCreateAgent =
  ({ agents, clock }: ChangeAgentParts) =>
  (organizationId: string, request: z.output<typeof createAgent.body>, context: RequestContext): Promise<Agent> =>
    agents.change(context, organizationId, async (held, note) => {
      if ((await held.count()) >= MOST_AGENTS)
        throw conflict(`The organization has ${String(MOST_AGENTS)} agent identities, which is the maximum`);
      const teamId = await requireTeam(held, request.teamId);
      if (teamId !== null) await requireMayPlace(held, context.actor.id, teamId);
      const now = clock.now();
      const agent = {
        id: newId('agt'),
        organizationId,
        ...request,
        createdBy: context.actor.id,
        createdAt: now,
        updatedAt: now,
      };
      await held.insert(agent);
      note({ action: 'agent.create', resourceId: agent.id, before: null, after: auditedAgent(agent) });
      return describeAgent(agent);
    });
