import type { ContextPack } from '@strata/contracts/schemas/synthesis';
import type { Metrics } from '@strata/platform/metrics/metrics';
import type { Synthesis } from '../synthesis/synthesize.ts';

const CANDIDATE_BUCKETS = [0, 10, 50, 100, 250, 500, 1_000, 2_000, 5_000, 10_000];
const TOKEN_BUCKETS = [0, 100, 250, 500, 1_000, 2_000, 4_000, 8_000, 16_000, 50_000, 200_000];

/** Measures syntheses: how long each took, how much it ranked, how much it packed. Failures are timed too. */
export function synthesisMetrics(metrics: Metrics): (run: () => Promise<Synthesis>) => Promise<ContextPack> {
  const seconds = metrics.histogram({
    name: 'strata_synthesize_seconds',
    help: 'Time to answer a synthesize request',
    labels: ['outcome'],
  });
  const candidates = metrics.histogram({
    name: 'strata_synthesize_candidates',
    help: 'Entries ranked for a synthesize request',
    labels: [],
    buckets: CANDIDATE_BUCKETS,
  });
  const tokens = metrics.histogram({
    name: 'strata_synthesize_packed_tokens',
    help: 'Tokens packed for a synthesize request',
    labels: [],
    buckets: TOKEN_BUCKETS,
  });
  return async (run) => {
    const startedAt = performance.now();
    let outcome = 'failed';
    try {
      const { pack, considered } = await run();
      outcome = 'answered';
      candidates.observe({}, considered);
      tokens.observe({}, pack.totalTokens);
      return pack;
    } finally {
      seconds.observe({ outcome }, (performance.now() - startedAt) / 1_000);
    }
  };
}
