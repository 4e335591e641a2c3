import type { previewEvents } from '@strata/contracts/calls/ingest';
import type { Filter } from '@strata/policy/filter';
import { lifecycleRules, onlyOf } from '@strata/policy/lifecycle-rules';
import type { RequestContext } from '@strata/kernel/actor';
import type { z } from 'zod';
import type { EventLifecycle } from './event-lifecycle.ts';

export interface PreviewEventsParts {
  readonly lifecycle: Pick<EventLifecycle, 'preview'>;
  /** Which events the caller may read. Errors: `unavailable`. */
  readonly visibleTo: (context: RequestContext) => Promise<Filter>;
}

/** What one policy would do to a partition's events. Errors: `unavailable`. */
export const createPreviewEvents =
  ({ lifecycle, visibleTo }: PreviewEventsParts) =>
  async (
    { facts, policyId, now, most }: z.output<typeof previewEvents.request>,
    context: RequestContext,
  ): Promise<z.input<typeof previewEvents.response>> => {
    const rules = onlyOf(lifecycleRules(facts, policyId), policyId);
    return lifecycle.preview(context.scope, { rules, now: new Date(now) }, most, await visibleTo(context));
  };
