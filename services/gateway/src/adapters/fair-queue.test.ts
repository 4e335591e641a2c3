import { describe, expect, it } from '@jest/globals';
import { FairQueue } from './fair-queue.ts';

const lane = () => new FairQueue({ atOnce: 2, waiting: 3, waitingInAll: 5, refusal: 'Full', retryAfterSeconds: 3 });

/** Work that ends when it is told to. */
function piece(): { work: () => Promise<void>; end: () => void; hasBegun: () => boolean } {
  let begun = false;
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  const work = async (): Promise<void> => {
    begun = true;
    await ended;
  };
  return { work, end, hasBegun: () => begun };
}

describe('WorkLane', () => {
  it('does so much at once, and the rest in its turn', async () => {
    const crowded = lane();
    const pieces = Array.from({ length: 5 }, piece);
    const runs = pieces.map(({ work }) => crowded.run('a', work));
    const begun = () => pieces.map(({ hasBegun }) => hasBegun());
    expect(begun()).toEqual([true, true, false, false, false]);
    pieces[1]?.end();
    await runs[1];
    expect(begun()).toEqual([true, true, true, false, false]);
    for (const { end } of pieces) end();
    await Promise.all(runs);
    expect(begun()).toEqual([true, true, true, true, true]);
  });

  it('turns away whoever comes when the line is full, and takes them once it is not', async () => {
    const crowded = lane();
    const pieces = Array.from({ length: 5 }, piece);
    const runs = pieces.map(({ work }) => crowded.run('a', work));
    await expect(crowded.run('a', () => Promise.resolve())).rejects.toMatchObject({
      code: 'unavailable',
      message: 'Full',
      retryAfterSeconds: 3,
    });
    for (const { end } of pieces) end();
    await Promise.all(runs);
    expect(await crowded.run('a', () => Promise.resolve('done'))).toBe('done');
  });

  it('has lines take turns, so that a full one holds up nobody else for longer than a turn', async () => {
    const crowded = lane();
    const order: string[] = [];
    const pieces = Array.from({ length: 2 }, piece);
    const first = pieces.map(({ work }) => crowded.run('a', work));
    const noting = (line: string, name: string) => crowded.run(line, async () => void order.push(name));
    const rest = [noting('a', 'a1'), noting('a', 'a2'), noting('a', 'a3'), noting('b', 'b1'), noting('c', 'c1')];
    await expect(noting('d', 'd1')).rejects.toMatchObject({ code: 'unavailable' });
    for (const { end } of pieces) end();
    await Promise.all([...first, ...rest]);
    expect(order).toEqual(['a1', 'b1', 'c1', 'a2', 'a3']);
  });

  it('goes on after work that fails', async () => {
    const crowded = lane();
    for (let count = 0; count < 10; count += 1)
      await expect(crowded.run('a', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect(await crowded.run('a', () => Promise.resolve('done'))).toBe('done');
  });
});
