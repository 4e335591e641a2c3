import { describe, expect, it } from '@jest/globals';
import { createMetrics } from '@strata/platform/metrics/create-metrics';
import { TextRejected } from '../embedding/embedder.ts';
import { observedEmbedder } from './observed-embedder.ts';

describe('An observed embedder', () => {
  it('measures requests by purpose and outcome, and counts texts by purpose', async () => {
    const metrics = createMetrics({ service: 'synthesis' });
    const responses = [
      () => Promise.resolve([[1], [2]]),
      () => Promise.reject(new TextRejected('no')),
      () => Promise.reject(new Error('gone')),
    ];
    const provider = {
      provider: 'p',
      model: 'm',
      dimensions: 1,
      embed: () => responses.shift()?.() ?? Promise.resolve([]),
    };
    const embedder = observedEmbedder(provider, metrics, 'entries');
    expect(await embedder.embed(['a', 'b'], 100)).toEqual([[1], [2]]);
    await expect(embedder.embed(['a'], 100)).rejects.toThrow('no');
    await expect(embedder.embed(['a'], 100)).rejects.toThrow('gone');
    const exposition = await metrics.render();
    for (const outcome of ['made', 'refused', 'failed'])
      expect(exposition).toContain(
        `strata_embedding_duration_seconds_count{purpose="entries",outcome="${outcome}",service="synthesis"} 1`,
      );
    expect(exposition).toContain('strata_embedding_texts_total{purpose="entries",service="synthesis"} 4');
  });
});
