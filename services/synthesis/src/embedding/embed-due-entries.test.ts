import { describe, expect, it } from '@jest/globals';
import { embedDueEntries } from './embed-due-entries.ts';
import { TextRejected, type Embedder } from './embedder.ts';
import type { DueEntry, VectorQueue } from './vector-queue.ts';

const TIMEOUT_MS = 1_000;
const due = (id: string, text = id, attempts = 1): DueEntry => ({
  scope: { tenantId: 'a', environment: 'live' },
  id,
  revision: 1,
  text,
  attempts,
});

function queueOf(entries: DueEntry[]) {
  const events: string[] = [];
  const ids = (of: readonly DueEntry[]): string => of.map(({ id }) => id).join(' ');
  const queue: VectorQueue = {
    claim: () => Promise.resolve(entries),
    store: (_model, vectors) => Promise.resolve(void events.push(`store ${ids(vectors.map(({ entry }) => entry))}`)),
    postpone: (of, delayMs) => Promise.resolve(void events.push(`postpone ${ids(of)} ${String(delayMs)}`)),
    drop: (of) => Promise.resolve(void events.push(`drop ${ids(of)}`)),
  };
  return { queue, events };
}

const embedder = (embed: (texts: readonly string[]) => number[][]): Embedder => ({
  provider: 'test',
  model: 'test',
  dimensions: 1,
  embed: (texts) => Promise.resolve().then(() => embed(texts)),
});

const noneRejected = (): void => undefined;

describe('A batch of due entries', () => {
  it('gets its vectors stored', async () => {
    const { queue, events } = queueOf([due('one'), due('two')]);
    expect(
      await embedDueEntries(
        queue,
        embedder((texts) => texts.map(() => [1])),
        TIMEOUT_MS,
        noneRejected,
      ),
    ).toBe('done');
    expect(events).toEqual(['store one two']);
  });

  it('is idle if nothing is due', async () => {
    expect(
      await embedDueEntries(
        queueOf([]).queue,
        embedder(() => []),
        TIMEOUT_MS,
        noneRejected,
      ),
    ).toBe('idle');
  });

  it('is postponed longer each time the provider fails, at most four seconds', async () => {
    const failing = embedder(() => {
      throw new Error('down');
    });
    const waits = [];
    for (const attempts of [1, 4, 30]) {
      const { queue, events } = queueOf([due('one', 'one', attempts)]);
      await expect(embedDueEntries(queue, failing, TIMEOUT_MS, noneRejected)).rejects.toThrow('down');
      waits.push(...events);
    }
    expect(waits).toEqual(['postpone one 1000', 'postpone one 4000', 'postpone one 4000']);
  });

  it('loses only the text that the provider rejects', async () => {
    const { queue, events } = queueOf(['a', 'b', 'bad', 'c', 'd'].map((id) => due(id)));
    const picky = embedder((texts) => {
      if (texts.includes('bad')) throw new TextRejected();
      return texts.map(() => [1]);
    });
    const rejected: number[] = [];
    expect(await embedDueEntries(queue, picky, TIMEOUT_MS, (count) => rejected.push(count))).toBe('done');
    expect(events).toEqual(['store a b c d', 'drop bad']);
    expect(rejected).toEqual([1]);
  });

  it('keeps waiting if the provider rejects every text, after a bounded number of requests', async () => {
    let requests = 0;
    const { queue, events } = queueOf(Array.from({ length: 100 }, (_, i) => due(String(i))));
    const rejecting = embedder(() => {
      requests += 1;
      throw new TextRejected('unknown model');
    });
    await expect(embedDueEntries(queue, rejecting, TIMEOUT_MS, noneRejected)).rejects.toThrow('unknown model');
    expect(requests).toBeLessThan(25);
    expect(events).toEqual([expect.stringMatching(/^postpone 0 1 .* 99 1000$/)]);
  });
});
