import { MOST_PREVIEWED, MOST_SAMPLES, type LifecyclePreview } from '@strata/contracts/schemas/lifecycle';
import type { LifecycleFacts } from '@strata/contracts/schemas/lifecycle-facts';
import type { RequestContext } from '@strata/kernel/actor';
import type { Clock } from '@strata/kernel/clock';
import { ENVIRONMENTS } from '@strata/kernel/tenant-scope';
import type { LifecycleStore } from './lifecycle-store.ts';
import type { SweptData } from './swept-data.ts';

export interface PreviewParts {
  readonly lifecycle: Pick<LifecycleStore, 'facts'>;
  readonly data: Pick<SweptData, 'previewMemories' | 'previewEvents'>;
  readonly clock: Clock;
}

interface Count {
  readonly count: number;
  readonly isTruncated: boolean;
}

/**
 * What the next sweep would do by one policy of these facts: counts over both environments, samples from the caller's own.
 * Errors: `unavailable`.
 */
export async function previewIn(
  { data, clock }: PreviewParts,
  facts: LifecycleFacts,
  policyId: string,
  context: RequestContext,
): Promise<LifecyclePreview> {
  const request = { facts, policyId, now: clock.now().toISOString(), most: MOST_PREVIEWED };
  const previews = await Promise.all(
    ENVIRONMENTS.map(async (environment) => {
      const inEnvironment = { ...context, scope: { ...context.scope, environment } };
      const [memories, events] = await Promise.all([
        data.previewMemories(request, inEnvironment),
        data.previewEvents(request, inEnvironment),
      ]);
      return { ...memories, events, environment };
    }),
  );
  const own = previews.filter(({ environment }) => environment === context.scope.environment);
  const sum = (countOf: (preview: (typeof previews)[number]) => Count) => totalOf(previews.map(countOf));
  const archived = sum(({ archive }) => archive);
  const deleted = sum((preview) => preview.delete);
  const events = sum((preview) => preview.events);
  const artifacts = sum((preview) => preview.artifacts);
  return {
    archive: { memories: archived.count, samples: own.flatMap(({ archive }) => archive.samples) },
    delete: {
      memories: deleted.count,
      events: events.count,
      artifacts: artifacts.count,
      samples: own.flatMap((preview) => [...preview.delete.samples, ...preview.events.samples]).slice(0, MOST_SAMPLES),
    },
    truncated: [archived, deleted, events, artifacts].some(({ isTruncated }) => isTruncated),
  };
}

function totalOf(counts: readonly Count[]): Count {
  const count = counts.reduce((sum, one) => sum + one.count, 0);
  const isTruncated = count > MOST_PREVIEWED || counts.some((one) => one.isTruncated);
  return { count: Math.min(count, MOST_PREVIEWED), isTruncated };
}
