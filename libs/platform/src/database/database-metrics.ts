import type { PoolFigures } from './database.ts';
import type { Metrics } from '../metrics/metrics.ts';

export type TransactionOutcome = 'committed' | 'rolled_back' | 'unavailable';

/** Called after each transaction. */
export type ObserveTransaction = (outcome: TransactionOutcome, seconds: number) => void;

/** Publishes a pool's connections and its transactions. */
export function databaseMetrics(metrics: Metrics, figures: () => PoolFigures): ObserveTransaction {
  metrics.gauge({
    name: 'strata_database_connections',
    help: 'Connections of the pool: in use (active), and idle.',
    labels: ['state'],
    read: () => {
      const { total, idle } = figures();
      return Object.entries({ active: total - idle, idle }).map(([state, value]) => ({ labels: { state }, value }));
    },
  });
  metrics.gauge({
    name: 'strata_database_connections_max',
    help: 'Maximum connections of the pool.',
    labels: [],
    read: () => [{ labels: {}, value: figures().max }],
  });
  metrics.gauge({
    name: 'strata_database_connection_waiters',
    help: 'Callers waiting for a connection of the pool.',
    labels: [],
    read: () => [{ labels: {}, value: figures().waiting }],
  });
  const duration = metrics.histogram({
    name: 'strata_database_transaction_duration_seconds',
    help: 'Duration of database transactions, waiting for a connection included.',
    labels: ['outcome'],
  });
  return (outcome, seconds) => {
    duration.observe({ outcome }, seconds);
  };
}
