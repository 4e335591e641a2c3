import type { Actor, RequestContext } from '@strata/kernel/actor';
import type { DecisionContext, Principal } from './decision.ts';

/** Who acts, and as which agent: the one that a key is bound to, else the one that the request names. */
export const principalOf = ({ type, id, agentId }: Actor, named?: string | null): Principal => ({
  id,
  agentId: agentId ?? freeFormAgent(named ?? null),
  isSystem: type === 'system',
});

/** What is asked of a engine for a request; `named` is the agent that the request names. */
export const decisionContextOf = (
  { scope, actor }: RequestContext,
  now: Date,
  named?: string | null,
): DecisionContext => ({
  principal: principalOf(actor, named),
  environment: scope.environment,
  now,
});

/** As whom a request acts that names an agent: nobody but a key that is bound to it acts as an agent identity. */
export const freeFormAgent = (agentId: string | null): string | null =>
  agentId === null || isAgentIdentityId(agentId) ? null : agentId;

const AGENT_ID = /^agt_[0-9a-f]{32}$/;

/** Whether an agent's id is that of an agent identity, be there such a one or not; any other id is free-form. */
export const isAgentIdentityId = (agentId: string): boolean => AGENT_ID.test(agentId);
