import type { Metrics } from '@strata/platform/metrics/metrics';
import { stopwatch } from '@strata/platform/metrics/stopwatch';
import { TextRejected, type Embedder } from '../embedding/embedder.ts';

/** An embedder that measures its requests to the provider. `purpose` labels the metrics. */
export function observedEmbedder(embedder: Embedder, metrics: Metrics, purpose: 'query' | 'entries'): Embedder {
  const duration = metrics.histogram({
    name: 'strata_embedding_duration_seconds',
    help: 'Duration of requests to the embedding provider.',
    labels: ['purpose', 'outcome'],
  });
  const sent = metrics.counter({
    name: 'strata_embedding_texts_total',
    help: 'Texts sent to the embedding provider.',
    labels: ['purpose'],
  });
  const { provider, model, dimensions } = embedder;
  return {
    provider,
    model,
    dimensions,
    embed: async (texts, timeoutMs) => {
      sent.add({ purpose }, texts.length);
      const elapsed = stopwatch();
      let outcome = 'failed';
      try {
        const vectors = await embedder.embed(texts, timeoutMs);
        outcome = 'made';
        return vectors;
      } catch (error) {
        if (error instanceof TextRejected) outcome = 'refused';
        throw error;
      } finally {
        duration.observe({ purpose, outcome }, elapsed());
      }
    },
  };
}
