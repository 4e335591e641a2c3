import type { Logger } from '@strata/platform/log/logger';
import type { Metrics } from '@strata/platform/metrics/metrics';
import type { EmbeddingModel } from '../embedding/embedder.ts';
import type { VectorObserver } from '../embedding/vector-work.ts';

/** Logs changes of the embedding model, and measures how many entries wait for their vectors. */
export function vectorObserver(logger: Logger, metrics: Metrics): VectorObserver {
  let waiting: number | undefined;
  metrics.gauge({
    name: 'strata_embedding_due_entries',
    help: 'Entries of all tenants that wait for their vector, as last counted.',
    labels: [],
    read: () => (waiting === undefined ? [] : [{ labels: {}, value: waiting }]),
  });
  return {
    started: (model, due) => {
      if (due > 0) logger.info('Entries wait for vectors of the embedding model', { ...identity(model), due });
    },
    counted: (due) => {
      waiting = due;
    },
    rejected: (texts) => {
      logger.warn('The embedding provider rejects texts; their entries stay without a vector', { entries: texts });
    },
    completed: (model) => {
      logger.info('No entry waits for a vector of the embedding model', identity(model));
    },
  };
}

const identity = ({ provider, model, dimensions }: EmbeddingModel) => ({ provider, model, dimensions });
