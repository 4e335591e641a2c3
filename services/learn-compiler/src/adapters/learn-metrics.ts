import type { Metrics } from '@strata/platform/metrics/metrics';
import { stopwatch } from '@strata/platform/metrics/stopwatch';
import type { LearnObserver } from '../learning/learn-observer.ts';

const SECONDS = [0.001, 0.005, 0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300];

/** Measures where learn jobs spend their time, and counts what they change. */
export function learnMetrics(metrics: Metrics): LearnObserver {
  const duration = metrics.histogram({
    name: 'strata_learn_stage_duration_seconds',
    help: 'Duration of one turn of a stage of a learn job: a page of events, or a learning scope.',
    labels: ['stage'],
    buckets: SECONDS,
  });
  const eventsCompiled = metrics.counter({
    name: 'strata_learn_events_total',
    help: 'Events compiled.',
    labels: [],
  });
  const memoriesWritten = metrics.counter({
    name: 'strata_learn_memories_total',
    help: 'Memories written: created, and updated with new evidence.',
    labels: ['change'],
  });
  const artifactsWritten = metrics.counter({
    name: 'strata_learn_artifacts_total',
    help: 'Artifacts created, updated and deactivated.',
    labels: ['change'],
  });
  return {
    time: async (stage, work) => {
      const elapsed = stopwatch();
      try {
        return await work();
      } finally {
        duration.observe({ stage }, elapsed());
      }
    },
    committed: ({ events = 0, memories, artifacts }) => {
      eventsCompiled.add({}, events);
      for (const [change, items] of Object.entries<readonly unknown[]>({ ...memories }))
        memoriesWritten.add({ change }, items.length);
      for (const [change, items] of Object.entries<readonly unknown[]>({ ...artifacts }))
        artifactsWritten.add({ change }, items.length);
    },
  };
}
