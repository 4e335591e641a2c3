import type { RequestTo } from '@strata/contracts/operation';
import type { previewLifecyclePolicy as operation } from '@strata/contracts/operations/lifecycle';
import type { LifecyclePreview } from '@strata/contracts/schemas/lifecycle';
import type { RequestContext } from '@strata/kernel/actor';
import { notFound } from '@strata/kernel/errors';
import { previewIn, type PreviewParts } from './preview-in.ts';

/** What the next sweep would do by one policy. Errors: `not_found`; `unavailable`. */
export function previewLifecyclePolicyHandler(parts: PreviewParts) {
  return async function previewLifecyclePolicy(
    { params: { orgId, policyId } }: RequestTo<typeof operation>,
    context: RequestContext,
  ): Promise<LifecyclePreview> {
    const facts = await parts.lifecycle.facts(context.scope);
    const organization = facts.organizations.find(({ id }) => id === orgId);
    if (organization?.policies.some(({ id }) => id === policyId) !== true) throw notFound('The lifecycle policy');
    return previewIn(parts, facts, policyId, context);
  };
}
