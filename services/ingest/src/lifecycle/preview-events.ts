import type { previewEvents as previewEventsCall } from '@strata/contracts/calls/ingest';
import type { RequestOfCall } from '@strata/contracts/message';
import type { RequestContext } from '@strata/kernel/actor';
import { lifecycleRules, onlyOf } from '@strata/policy/lifecycle-rules';
import { visibleEvents, type VisibilityParts } from '../reading/visible-events.ts';
import type { EventLifecycle, EventPreview } from './event-lifecycle.ts';

export interface PreviewEventsParts extends VisibilityParts {
  readonly lifecycle: Pick<EventLifecycle, 'preview'>;
}

/** What one lifecycle policy would do to the events of a tenant scope. Errors: `unavailable`. */
export function previewEventsHandler(parts: PreviewEventsParts) {
  return async function previewEvents(
    { facts, policyId, now, most }: RequestOfCall<typeof previewEventsCall>,
    context: RequestContext,
  ): Promise<EventPreview> {
    const rules = onlyOf(lifecycleRules(facts, policyId), policyId);
    const visible = await visibleEvents(parts, context);
    return parts.lifecycle.preview(context.scope, { rules, now: new Date(now) }, most, visible);
  };
}
