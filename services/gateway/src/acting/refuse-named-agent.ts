import type { Actor } from '@strata/kernel/actor';
import type { PolicyEngine } from '@strata/policy/policy-engine';
import { isAgentIdentityId } from '@strata/policy/principal';

const REFUSAL = 'you may not act as this agent identity';

/**
 * Why an actor may not name an agent in a request that writes; undefined if it may. An agent identity may be
 * named by a key that is bound to it, by a user who may act as it, also through an unbound key, and by an unbound service key. Every other agent id
 * is a free-form label, even if it looks like an agent identity.
 */
export function refusalOfNamedAgent(
  engine: Pick<PolicyEngine, 'identity' | 'mayActAs'>,
  { type, id, agentId: boundTo, ownerId }: Actor,
  named: string | null,
): string | undefined {
  if (named === null || named === boundTo || !isAgentIdentityId(named)) return undefined;
  if (engine.identity(named) === undefined) return undefined;
  if (boundTo !== undefined) return REFUSAL;
  const userId = type === 'user' ? id : ownerId;
  return userId === undefined || engine.mayActAs(userId, named) ? undefined : REFUSAL;
}
