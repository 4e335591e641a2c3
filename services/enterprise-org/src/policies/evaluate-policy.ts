import { parseResourcePattern } from '@strata/contracts/schemas/policy-facts';
import type { DataItem } from '@strata/policy/filter';
import type { Decision, PolicyEngine, Principal, DataKind } from '@strata/policy/policy-engine';
import { freeFormAgent } from '@strata/policy/principal';
import type { evaluatePolicy } from '@strata/contracts/operations/policies';
import type { PolicyEvaluation } from '@strata/contracts/schemas/policy-evaluation';
import type { RequestContext } from '@strata/kernel/actor';
import type { Clock } from '@strata/kernel/clock';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { z } from 'zod';
import type { SubjectSource } from './subject-source.ts';

export interface EvaluatePolicyParts {
  /** As the facts are now. */
  readonly engineOf: (scope: TenantScope) => Promise<PolicyEngine>;
  readonly describeSubject: SubjectSource;
  readonly clock: Clock;
}

type Question = z.output<typeof evaluatePolicy.body>;
interface Asked {
  readonly kind: DataKind;
  readonly item: DataItem;
  readonly sources: readonly DataItem[];
}

/** What would be decided, and why: the very decision that is enforced. Errors: `unavailable`. */
export const createEvaluatePolicy =
  ({ engineOf, describeSubject, clock }: EvaluatePolicyParts) =>
  async (organizationId: string, question: Question, context: RequestContext): Promise<PolicyEvaluation> => {
    const { action, context: assumed } = question;
    const environment = assumed.environment ?? 'live';
    const scope = { ...context.scope, environment };
    const engine = await engineOf(scope);
    const asked = await whatIsAsked(question, describeSubject, { ...context, scope });
    // Whoever captures acts as the agent that the event names.
    const named = action === 'write' ? asked.item.agentId : null;
    const principal = principalIn(organizationId, question.principal, named);
    const now = assumed.time === undefined ? clock.now() : new Date(assumed.time);
    const decision = engine.decide({ principal, action, ...asked, environment, now });
    const { role, teamIds } = engine.membershipIn(organizationId, principal);
    return { ...explained(decision, organizationId), principal: { id: principal.id, role, teamIds: [...teamIds] } };
  };

function principalIn(organizationId: string, given: Question['principal'], named: string | null): Principal {
  const { id, agentId = freeFormAgent(named), role, teamIds } = typeof given === 'string' ? { id: given } : given;
  const standing = { ...(role === undefined ? {} : { role }), ...(teamIds === undefined ? {} : { teamIds }) };
  return { id, agentId, roles: new Map([[organizationId, standing]]) };
}

/** Of a memory or an artifact what is stored; of a namespace or an agent anything that lies in it, or is of it. */
async function whatIsAsked(
  { action, resource, context: assumed }: Question,
  describeSubject: SubjectSource,
  context: RequestContext,
): Promise<Asked> {
  const { kind, id } = parseResourcePattern(resource);
  const { namespaceId = null, agentId = null, tags = [] } = assumed;
  if (kind !== 'memory' && kind !== 'artifact') {
    const place = kind === 'namespace' ? { namespaceId: id, agentId } : { namespaceId, agentId: id };
    return { kind: action === 'write' ? 'event' : 'memory', item: { id: null, ...place, tags }, sources: [] };
  }
  const { subject, sources } = await describeSubject({ kind, id: id ?? '' }, context);
  return {
    kind,
    item: {
      id,
      namespaceId: assumed.namespaceId ?? subject?.namespaceId ?? null,
      agentId: assumed.agentId ?? subject?.agentId ?? null,
      tags: assumed.tags ?? subject?.tags ?? [],
    },
    sources,
  };
}

/** To members of one organization: what another one's policies are called, and for whom they are, is its own affair. */
function explained(
  { effect, policy, organizationId: decidedBy, reason }: Decision,
  organizationId: string,
): Omit<PolicyEvaluation, 'principal'> {
  const answer = { effect, allowed: effect === 'allow' };
  if (decidedBy !== null && decidedBy !== organizationId) {
    const others = `Another organization of the tenant ${effect === 'allow' ? 'allows' : 'denies'} it`;
    return { ...answer, policyId: null, policyName: null, organizationId: null, reason: others };
  }
  return {
    ...answer,
    policyId: policy?.id ?? null,
    policyName: policy?.name ?? null,
    organizationId: decidedBy,
    reason,
  };
}
