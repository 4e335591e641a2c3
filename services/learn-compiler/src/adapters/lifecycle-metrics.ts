import type { Metrics } from '@strata/platform/metrics/metrics';
import type { SweepMemoriesParts } from '../lifecycle/sweep-memories.ts';

/** Counts what sweeps do to memories, and to the artifacts that rest on them. */
export function lifecycleMetrics(metrics: Metrics): SweepMemoriesParts['observeSweep'] {
  const counter = metrics.counter({
    name: 'strata_lifecycle_memories_total',
    help: 'Memories that lifecycle policies archived, deleted and restored, and artifacts withdrawn with them.',
    labels: ['step'],
  });
  return (counts) => {
    for (const [step, count] of Object.entries<number>(counts)) counter.add({ step }, count);
  };
}
