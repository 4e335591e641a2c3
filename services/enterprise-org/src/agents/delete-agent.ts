import type { deleteAgent } from '@strata/contracts/operations/agents';
import type { RequestContext } from '@strata/kernel/actor';
import { notFound } from '@strata/kernel/errors';
import type { z } from 'zod';
import type { AgentStore } from './agent-store.ts';
import { auditedAgent } from './describe-agent.ts';

/** Deletes an agent identity; what it left stays. Errors: `not_found`. */
export const createDeleteAgent =
  ({ agents }: { readonly agents: Pick<AgentStore, 'change'> }) =>
  (
    { orgId, agentId }: z.output<typeof deleteAgent.params>,
    context: RequestContext,
  ): Promise<{ id: string; deleted: true }> =>
    agents.change(context, orgId, async (held, note) => {
      const agent = await held.get(agentId);
      if (agent === undefined) throw notFound('The agent identity');
      await held.remove(agentId);
      note({ action: 'agent.delete', resourceId: agentId, before: auditedAgent(agent), after: null });
      return { id: agentId, deleted: true };
    });
