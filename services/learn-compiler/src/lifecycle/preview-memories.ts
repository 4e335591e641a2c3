import type { previewMemories } from '@strata/contracts/calls/learn';
import { all, type Filter } from '@strata/policy/filter';
import { lifecycleRules, onlyOf, type LifecycleRule } from '@strata/policy/lifecycle-rules';
import type { PolicyEngine } from '@strata/policy/policy-engine';
import { decisionContextOf } from '@strata/policy/principal';
import type { RequestContext } from '@strata/kernel/actor';
import type { Clock } from '@strata/kernel/clock';
import type { z } from 'zod';
import type { MemoryLifecycle } from './memory-lifecycle.ts';

export interface PreviewMemoriesParts {
  readonly lifecycle: Pick<MemoryLifecycle, 'preview'>;
  readonly engineFor: (context: RequestContext) => Promise<PolicyEngine>;
  readonly clock: Clock;
}

/**
 * What one policy would do to a partition's memories, be they the caller's to read or not; only of a single memory that
 * its scope names a count would tell whether there is such a one. Errors: `unavailable`.
 */
export const createPreviewMemories =
  ({ lifecycle, engineFor, clock }: PreviewMemoriesParts) =>
  async (
    { facts, policyId, now, most }: z.output<typeof previewMemories.request>,
    context: RequestContext,
  ): Promise<z.input<typeof previewMemories.response>> => {
    const engine = await engineFor(context);
    const { memory } = engine.readFilters(decisionContextOf(context, clock.now()));
    const rules = withoutHidden(onlyOf(lifecycleRules(facts, policyId), policyId), policyId, memory);
    return lifecycle.preview(context.scope, { rules, now: new Date(now) }, most, memory);
  };

/** The same rules, of which that of `policyId` leaves a memory alone that it names and that is hidden. */
const withoutHidden = (rules: readonly LifecycleRule[], policyId: string, visible: Filter): LifecycleRule[] =>
  rules.map((rule) =>
    rule.by === 'id' && [...rule.policyIds.values()].some((ids) => ids.includes(policyId))
      ? { ...rule, filter: all([rule.filter, visible]) }
      : rule,
  );
