import type { RequestTo, ResponseTo } from '@strata/contracts/operation';
import type { deleteAgent as operation } from '@strata/contracts/operations/agents';
import type { RequestContext } from '@strata/kernel/actor';
import { notFound } from '@strata/kernel/errors';
import type { AgentStore } from './agent-store.ts';
import { auditedAgent } from './describe-agent.ts';

/** Deletes an agent identity; the data that it left stays. Errors: `not_found`. */
export function deleteAgentHandler({ agents }: { readonly agents: Pick<AgentStore, 'change'> }) {
  return async function deleteAgent(
    { params: { orgId, agentId } }: RequestTo<typeof operation>,
    context: RequestContext,
  ): Promise<ResponseTo<typeof operation>> {
    return agents.change(context, orgId, async (locked, record) => {
      const agent = await locked.get(agentId);
      if (agent === undefined) throw notFound('The agent identity');
      await locked.remove(agentId);
      record({ action: 'agent.delete', resourceId: agentId, before: auditedAgent(agent), after: null });
      return { id: agentId, deleted: true };
    });
  };
}
