import type { Actor, RequestContext } from '@strata/kernel/actor';
import type { DecisionContext, Principal } from './decision.ts';

/** The principal of a request: its actor, acting as the agent that its key is bound to, else as the free-form agent that the request names. */
export const principalOf = ({ type, id, agentId, ownerId }: Actor, named?: string | null): Principal => ({
  id,
  agentId: agentId ?? freeFormAgent(named ?? null),
  ownerId,
  isSystem: type === 'system',
});

/** Everything about a request that decisions depend on. `named` is the agent id in the request, such as a filter's `agentId`. */
export const decisionContextOf = (
  { scope, actor }: RequestContext,
  now: Date,
  named?: string | null,
): DecisionContext => ({
  principal: principalOf(actor, named),
  environment: scope.environment,
  now,
});

/** The agent that a request acts as by naming it. An agent identity cannot be claimed this way: that takes a key bound to it. */
export const freeFormAgent = (agentId: string | null): string | null =>
  agentId === null || isAgentIdentityId(agentId) ? null : agentId;

const AGENT_ID = /^agt_[0-9a-f]{32}$/;

/** Whether an agent id has the form of an agent identity's; any other id is free-form. */
export const isAgentIdentityId = (agentId: string): boolean => AGENT_ID.test(agentId);
