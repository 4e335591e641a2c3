import type { previewLifecyclePolicy } from '@strata/contracts/operations/lifecycle';
import { MOST_PREVIEWED, MOST_SAMPLES, type LifecyclePreview } from '@strata/contracts/schemas/lifecycle';
import type { RequestContext } from '@strata/kernel/actor';
import type { Clock } from '@strata/kernel/clock';
import { notFound } from '@strata/kernel/errors';
import { ENVIRONMENTS } from '@strata/kernel/tenant-scope';
import type { z } from 'zod';
import type { LifecycleStore } from './lifecycle-store.ts';
import type { SweptData } from './swept-data.ts';

export interface PreviewParts {
  readonly lifecycle: Pick<LifecycleStore, 'facts'>;
  readonly data: Pick<SweptData, 'previewMemories' | 'previewEvents'>;
  readonly clock: Clock;
}

interface Counted {
  readonly count: number;
  readonly isTruncated: boolean;
}

/**
 * What the next sweep would do by one policy, in both partitions; named is only what lies in the caller's own.
 * Errors: `not_found`; `unavailable`.
 */
export const createPreviewLifecyclePolicy =
  ({ lifecycle, data, clock }: PreviewParts) =>
  async (
    { orgId, policyId }: z.output<typeof previewLifecyclePolicy.params>,
    context: RequestContext,
  ): Promise<LifecyclePreview> => {
    const facts = await lifecycle.facts(context.scope);
    const own = facts.organizations.find(({ id }) => id === orgId);
    if (own?.policies.some(({ id }) => id === policyId) !== true) throw notFound('The lifecycle policy');
    const request = { facts, policyId, now: clock.now().toISOString(), most: MOST_PREVIEWED };
    const partitions = await Promise.all(
      ENVIRONMENTS.map(async (environment) => {
        const within = { ...context, scope: { ...context.scope, environment } };
        const [memories, events] = await Promise.all([
          data.previewMemories(request, within),
          data.previewEvents(request, within),
        ]);
        return { ...memories, events, environment };
      }),
    );
    const mine = partitions.filter(({ environment }) => environment === context.scope.environment);
    const counts = (of: (partition: (typeof partitions)[number]) => Counted) => totalOf(partitions.map(of));
    const archived = counts(({ archive }) => archive);
    const deleted = counts((partition) => partition.delete);
    const events = counts((partition) => partition.events);
    const artifacts = counts((partition) => partition.artifacts);
    return {
      archive: { memories: archived.count, samples: mine.flatMap(({ archive }) => archive.samples) },
      delete: {
        memories: deleted.count,
        events: events.count,
        artifacts: artifacts.count,
        samples: mine
          .flatMap((partition) => [...partition.delete.samples, ...partition.events.samples])
          .slice(0, MOST_SAMPLES),
      },
      truncated: [archived, deleted, events, artifacts].some(({ isTruncated }) => isTruncated),
    };
  };

function totalOf(counts: readonly Counted[]): Counted {
  const count = counts.reduce((sum, one) => sum + one.count, 0);
  const isTruncated = count > MOST_PREVIEWED || counts.some((one) => one.isTruncated);
  return { count: Math.min(count, MOST_PREVIEWED), isTruncated };
}
