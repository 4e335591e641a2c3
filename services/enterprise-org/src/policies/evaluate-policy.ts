import type { RequestTo } from '@strata/contracts/operation';
import type { evaluatePolicy as operation } from '@strata/contracts/operations/policies';
import type { PolicyEvaluation } from '@strata/contracts/schemas/policy-evaluation';
import { parseResourcePattern } from '@strata/contracts/schemas/policy-facts';
import type { RequestContext } from '@strata/kernel/actor';
import type { Clock } from '@strata/kernel/clock';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { DataItem } from '@strata/policy/filter';
import type { DataKind, Decision, PolicyEngine, Principal } from '@strata/policy/policy-engine';
import { freeFormAgent } from '@strata/policy/principal';
import type { DescribeSubject } from './describe-subject.ts';

export interface EvaluatePolicyParts {
  /** With the policy facts as they are now. */
  readonly engineOf: (scope: TenantScope) => Promise<PolicyEngine>;
  readonly describeSubject: DescribeSubject;
  readonly clock: Clock;
}

type Hypothesis = RequestTo<typeof operation>['body'];
interface Subject {
  readonly kind: DataKind;
  readonly item: DataItem;
  readonly sources: readonly DataItem[];
}

/** The decision that would be enforced, and its reason. Errors: `unavailable`. */
export function evaluatePolicyHandler({ engineOf, describeSubject, clock }: EvaluatePolicyParts) {
  return async function evaluatePolicy(
    { params: { orgId }, body: hypothesis }: RequestTo<typeof operation>,
    context: RequestContext,
  ): Promise<PolicyEvaluation> {
    const { action, context: assumed } = hypothesis;
    const environment = assumed.environment ?? 'live';
    const scope = { ...context.scope, environment };
    const engine = await engineOf(scope);
    const subject = await subjectOf(hypothesis, describeSubject, { ...context, scope });
    // Capturing an event is done as the agent that the event names.
    const agentId = action === 'write' ? subject.item.agentId : null;
    const principal = principalIn(orgId, hypothesis.principal, agentId);
    const now = assumed.time === undefined ? clock.now() : new Date(assumed.time);
    const decision = engine.decide({ principal, action, ...subject, environment, now });
    const { role, teamIds } = engine.membershipIn(orgId, principal);
    return { ...explained(decision, orgId), principal: { id: principal.id, role, teamIds: [...teamIds] } };
  };
}

function principalIn(organizationId: string, given: Hypothesis['principal'], labelled: string | null): Principal {
  const {
    id,
    agentId = freeFormAgent(labelled),
    role,
    teamIds,
    ownerId,
  } = typeof given === 'string' ? { id: given } : given;
  const membership = { ...(role === undefined ? {} : { role }), ...(teamIds === undefined ? {} : { teamIds }) };
  return { id, agentId, ownerId, roles: new Map([[organizationId, membership]]) };
}

/** A memory or an artifact as it is stored; for a namespace or an agent, any item that belongs to it. */
async function subjectOf(
  { action, resource, context: assumed }: Hypothesis,
  describeSubject: DescribeSubject,
  context: RequestContext,
): Promise<Subject> {
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

/** The names and reasons of another organization's policies stay hidden from members of this one. */
function explained(
  { effect, policy, organizationId: decidedBy, reason }: Decision,
  organizationId: string,
): Omit<PolicyEvaluation, 'principal'> {
  const outcome = { effect, allowed: effect === 'allow' };
  if (decidedBy !== null && decidedBy !== organizationId) {
    const others = `Another organization of the tenant ${effect === 'allow' ? 'allows' : 'denies'} it`;
    return { ...outcome, policyId: null, policyName: null, organizationId: null, reason: others };
  }
  return {
    ...outcome,
    policyId: policy?.id ?? null,
    policyName: policy?.name ?? null,
    organizationId: decidedBy,
    reason,
  };
}
