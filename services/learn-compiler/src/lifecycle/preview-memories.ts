import type { previewMemories } from '@strata/contracts/calls/learn';
import { lifecycleRules, onlyOf } from '@strata/contracts/policies/lifecycle-rules';
import { principalOf, type PolicyBook } from '@strata/contracts/policies/policy-book';
import type { RequestContext } from '@strata/kernel/actor';
import type { Clock } from '@strata/kernel/clock';
import type { z } from 'zod';
import type { MemoryLifecycle } from './memory-lifecycle.ts';

export interface PreviewMemoriesParts {
  readonly lifecycle: Pick<MemoryLifecycle, 'preview'>;
  readonly bookFor: (context: RequestContext) => Promise<PolicyBook>;
  readonly clock: Clock;
}

/** What one policy would do to a partition's memories. Errors: `unavailable`. */
export const createPreviewMemories =
  ({ lifecycle, bookFor, clock }: PreviewMemoriesParts) =>
  async (
    { facts, policyId, now, most }: z.output<typeof previewMemories.request>,
    context: RequestContext,
  ): Promise<z.input<typeof previewMemories.response>> => {
    const { scope, actor } = context;
    const book = await bookFor(context);
    const { memory } = book.readFilters(principalOf(actor), { environment: scope.environment, now: clock.now() });
    const rules = onlyOf(lifecycleRules(facts, policyId), policyId);
    return lifecycle.preview(scope, { rules, now: new Date(now) }, most, memory);
  };
