import type { Metrics } from '@strata/platform/metrics/metrics';
import type { SweepMemoriesParts } from '../lifecycle/sweep-memories.ts';

/** Counts what became of memories, and of the artifacts that rested on them. */
export function lifecycleMetrics(metrics: Metrics): SweepMemoriesParts['observe'] {
  const counter = metrics.counter({
    name: 'strata_lifecycle_memories_total',
    help: 'Memories that lifecycle policies archived, deleted and brought back, and artifacts withdrawn with them.',
    labels: ['step'],
  });
  return (steps) => {
    for (const [step, count] of Object.entries<number>(steps)) counter.add({ step }, count);
  };
}
