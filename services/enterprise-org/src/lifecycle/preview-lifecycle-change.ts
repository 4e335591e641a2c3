import type { RequestTo } from '@strata/contracts/operation';
import type { previewLifecycleChange as operation } from '@strata/contracts/operations/lifecycle';
import type { LifecyclePreview } from '@strata/contracts/schemas/lifecycle';
import type { RequestContext } from '@strata/kernel/actor';
import { newId } from '@strata/kernel/ids';
import { previewIn, type PreviewParts } from './preview-in.ts';
import { requireConsistentPeriods } from './require-consistent-periods.ts';

/**
 * What the next sweep would do by a policy that is not stored, beside or instead of those that are.
 * Errors: `validation_error` for periods that contradict each other; `unavailable`.
 */
export function previewLifecycleChangeHandler(parts: PreviewParts) {
  return async function previewLifecycleChange(
    { params: { orgId }, body: { policyId, ...values } }: RequestTo<typeof operation>,
    context: RequestContext,
  ): Promise<LifecyclePreview> {
    requireConsistentPeriods(values);
    const facts = await parts.lifecycle.facts(context.scope);
    const stored = facts.organizations.find(({ id }) => id === orgId)?.policies ?? [];
    const changed = { id: policyId ?? newId('lcp'), ...values };
    const policies = [...stored.filter(({ id }) => id !== policyId), changed];
    const organizations = facts.organizations.map((one) => (one.id === orgId ? { ...one, policies } : one));
    return previewIn(parts, { organizations }, changed.id, context);
  };
}
