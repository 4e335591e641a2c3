import type { Metrics } from '@strata/platform/metrics/metrics';
import { stopwatch } from '@strata/platform/metrics/stopwatch';
import type { ObserveSynthesis } from '../synthesis/synthesize.ts';

const STAGE_BUCKETS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];
const CANDIDATE_BUCKETS = [0, 10, 50, 100, 250, 500, 1_000, 2_000, 5_000, 10_000];
const TOKEN_BUCKETS = [0, 100, 250, 500, 1_000, 2_000, 4_000, 8_000, 16_000, 50_000, 200_000];
const RATIO_BUCKETS = [0, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 1];

/** Measures syntheses: their time by stage, candidates ranked and tokens packed. Failures are timed too. */
export function synthesisMetrics(metrics: Metrics): ObserveSynthesis {
  const duration = metrics.histogram({
    name: 'strata_synthesize_duration_seconds',
    help: 'Duration of answering a synthesize request.',
    labels: ['outcome'],
  });
  const stageDuration = metrics.histogram({
    name: 'strata_synthesize_stage_duration_seconds',
    help: 'Time that an answered synthesize request spent in each stage.',
    labels: ['stage'],
    buckets: STAGE_BUCKETS,
  });
  const armDuration = metrics.histogram({
    name: 'strata_synthesize_arm_duration_seconds',
    help: 'Time that an answered synthesize request spent in each ranking arm that applied.',
    labels: ['arm'],
    buckets: STAGE_BUCKETS,
  });
  const candidates = metrics.histogram({
    name: 'strata_synthesize_candidates',
    help: 'Entries compared with the query of a synthesize request.',
    labels: [],
    buckets: CANDIDATE_BUCKETS,
  });
  const tokens = metrics.histogram({
    name: 'strata_synthesize_packed_tokens',
    help: 'Tokens packed for a synthesize request.',
    labels: [],
    buckets: TOKEN_BUCKETS,
  });
  const budgetUsed = metrics.histogram({
    name: 'strata_synthesize_budget_used_ratio',
    help: 'Share of its token budget that a synthesize request was answered with.',
    labels: [],
    buckets: RATIO_BUCKETS,
  });
  return async function observeSynthesis(run) {
    const elapsed = stopwatch();
    let outcome = 'failed';
    try {
      const synthesis = await run();
      const { pack, considered, stages, arms } = synthesis;
      outcome = 'answered';
      candidates.observe({}, considered);
      tokens.observe({}, pack.totalTokens);
      budgetUsed.observe({}, pack.totalTokens / pack.contextPack.maxTokens);
      for (const [stage, seconds] of stages) stageDuration.observe({ stage }, seconds);
      for (const [arm, seconds] of arms) armDuration.observe({ arm }, seconds);
      return synthesis;
    } finally {
      duration.observe({ outcome }, elapsed());
    }
  };
}
