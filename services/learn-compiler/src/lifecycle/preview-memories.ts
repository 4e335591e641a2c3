import type { previewMemories as previewMemoriesCall } from '@strata/contracts/calls/learn';
import type { RequestOfCall } from '@strata/contracts/message';
import type { RequestContext } from '@strata/kernel/actor';
import { all, type Filter } from '@strata/policy/filter';
import { lifecycleRules, onlyOf, type LifecycleRule } from '@strata/policy/lifecycle-rules';
import { decisionContextOf } from '@strata/policy/principal';
import type { ReadingParts } from '../reading/reading-parts.ts';
import type { MemoryLifecycle, MemoryPreview } from './memory-lifecycle.ts';

export interface PreviewMemoriesParts extends Pick<ReadingParts, 'engineFor' | 'clock'> {
  readonly lifecycle: Pick<MemoryLifecycle, 'preview'>;
}

/**
 * What one lifecycle policy would do to the memories of a tenant scope, including those that the caller may not read. Only
 * for a policy that names a single memory are hidden memories left out: its count would reveal whether that one exists.
 * Errors: `unavailable`.
 */
export function previewMemoriesHandler({ lifecycle, engineFor, clock }: PreviewMemoriesParts) {
  return async function previewMemories(
    { facts, policyId, now, most }: RequestOfCall<typeof previewMemoriesCall>,
    context: RequestContext,
  ): Promise<MemoryPreview> {
    const engine = await engineFor(context);
    const { memory } = engine.readFilters(decisionContextOf(context, clock.now()));
    const rules = withoutHidden(onlyOf(lifecycleRules(facts, policyId), policyId), policyId, memory);
    return lifecycle.preview(context.scope, { rules, now: new Date(now) }, most, memory);
  };
}

/** The rules, with those of `policyId` that name memories by id limited to visible memories. */
const withoutHidden = (rules: readonly LifecycleRule[], policyId: string, visible: Filter): LifecycleRule[] =>
  rules.map((rule) =>
    rule.by === 'id' && [...rule.policyIds.values()].some((ids) => ids.includes(policyId))
      ? { ...rule, filter: all([rule.filter, visible]) }
      : rule,
  );
