import type { PoolFigures } from '../database/database.ts';
import type { Metrics } from './metrics.ts';

export type TransactionOutcome = 'committed' | 'rolled_back' | 'unavailable';

/** Publishes a pool's connections and its transactions. Returns what to call after each transaction (milliseconds). */
export function databaseMetrics(
  metrics: Metrics,
  figures: () => PoolFigures,
): (outcome: TransactionOutcome, ms: number) => void {
  metrics.gauge({
    name: 'strata_database_connections',
    help: 'Pooled database connections by state; "waiting" counts callers without one.',
    labels: ['state'],
    read: () => {
      const { total, idle, waiting, max } = figures();
      return Object.entries({ active: total - idle, idle, waiting, max }).map(([state, value]) => ({
        labels: { state },
        value,
      }));
    },
  });
  const seconds = metrics.histogram({
    name: 'strata_database_transaction_seconds',
    help: 'Duration of database transactions, waiting for a connection included.',
    labels: ['outcome'],
  });
  return (outcome, ms) => {
    seconds.observe({ outcome }, ms / 1_000);
  };
}
