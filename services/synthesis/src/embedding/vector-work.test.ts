import { describe, expect, it } from '@jest/globals';
import type { EntryKey } from './vector-models.ts';
import { createVectorWork, type VectorWorkParts } from './vector-work.ts';

const key = (id: string): EntryKey => ({ tenantId: 'a', environment: 'live', id });

function workOn(due: string[], pages: EntryKey[]) {
  const events: string[] = [];
  const note = (event: string) => Promise.resolve(void events.push(event));
  const entries = due.map((id) => ({
    scope: { tenantId: 'a', environment: 'live' as const },
    id,
    revision: 1,
    text: id,
    attempts: 1,
  }));
  let isDown = false;
  const parts: VectorWorkParts = {
    models: {
      start: () => note('start'),
      queueOutdated: async (_model, after) => {
        await note(`queue after ${after?.id ?? 'nothing'}`);
        if (isDown) throw new Error('down');
        return pages.shift() ?? null;
      },
      countDue: () => Promise.resolve(entries.length),
      forgetOthers: () => note('forget others'),
    },
    queue: {
      claim: () => Promise.resolve(entries.splice(0, 100)),
      store: (_model, vectors) => note(`store ${String(vectors.length)}`),
      postpone: () => note('postpone'),
      drop: () => note('drop'),
    },
    embedder: {
      provider: 'p',
      model: 'm',
      dimensions: 1,
      embed: (texts) => Promise.resolve(texts.map(() => [1])),
    },
    timeoutMs: 1_000,
    clock: { now: () => new Date(0) },
    observer: {
      started: (_model, count) => void events.push(`${String(count)} wait`),
      counted: () => undefined,
      rejected: () => undefined,
      completed: () => void events.push('completed'),
    },
  };
  return { step: createVectorWork(parts), events, setDown: (down: boolean) => (isDown = down) };
}

describe('The work on vectors', () => {
  it('starts the model, queues page by page, makes the vectors, and then forgets other models once', async () => {
    const due = Array.from({ length: 130 }, (_, i) => String(i));
    const { step, events } = workOn(due, [key('m'), key('z')]);
    const progress = [];
    for (let i = 0; i < 8; i++) progress.push(await step());
    expect(events).toEqual([
      'start',
      ...['queue after nothing', 'queue after m', 'queue after z', '130 wait'],
      ...['store 100', 'store 30', 'forget others', 'completed'],
    ]);
    expect(progress).toEqual(['done', 'done', 'done', 'done', 'behind', 'done', 'idle', 'idle']);
  });

  it('goes on with the page that failed', async () => {
    const { step, events, setDown } = workOn([], [key('m')]);
    await step();
    await step();
    setDown(true);
    await expect(step()).rejects.toThrow('down');
    setDown(false);
    await step();
    expect(events.slice(1)).toEqual(['queue after nothing', 'queue after m', 'queue after m', '0 wait']);
  });
});
