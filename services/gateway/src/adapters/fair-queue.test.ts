import { describe, expect, it } from '@jest/globals';
import { FairQueue } from './fair-queue.ts';

const newQueue = () =>
  new FairQueue({ concurrency: 2, maxWaitingInLine: 3, maxWaiting: 5, message: 'Full', retryAfterSeconds: 3 });

/** A task that the test ends. */
function createTask(): { run: () => Promise<void>; end: () => void; hasStarted: () => boolean } {
  let started = false;
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  const run = async (): Promise<void> => {
    started = true;
    await ended;
  };
  return { run, end, hasStarted: () => started };
}

describe('A fair queue', () => {
  it('runs a bounded number of tasks at once, and the others in order', async () => {
    const queue = newQueue();
    const tasks = Array.from({ length: 5 }, createTask);
    const runs = tasks.map(({ run }) => queue.run('a', run));
    const started = () => tasks.map(({ hasStarted }) => hasStarted());
    expect(started()).toEqual([true, true, false, false, false]);
    tasks[1]?.end();
    await runs[1];
    expect(started()).toEqual([true, true, true, false, false]);
    for (const { end } of tasks) end();
    await Promise.all(runs);
    expect(started()).toEqual([true, true, true, true, true]);
  });

  it('rejects a task while its line is full', async () => {
    const queue = newQueue();
    const tasks = Array.from({ length: 5 }, createTask);
    const runs = tasks.map(({ run }) => queue.run('a', run));
    await expect(queue.run('a', () => Promise.resolve())).rejects.toMatchObject({
      code: 'unavailable',
      message: 'Full',
      retryAfterSeconds: 3,
    });
    for (const { end } of tasks) end();
    await Promise.all(runs);
    expect(await queue.run('a', () => Promise.resolve('done'))).toBe('done');
  });

  it('lets lines take turns, so that a full line delays the others by one turn only', async () => {
    const queue = newQueue();
    const order: string[] = [];
    const tasks = Array.from({ length: 2 }, createTask);
    const first = tasks.map(({ run }) => queue.run('a', run));
    const add = (line: string, name: string) => queue.run(line, async () => void order.push(name));
    const rest = [add('a', 'a1'), add('a', 'a2'), add('a', 'a3'), add('b', 'b1'), add('c', 'c1')];
    await expect(add('d', 'd1')).rejects.toMatchObject({ code: 'unavailable' });
    for (const { end } of tasks) end();
    await Promise.all([...first, ...rest]);
    expect(order).toEqual(['a1', 'b1', 'c1', 'a2', 'a3']);
  });

  it('continues after a task fails', async () => {
    const queue = newQueue();
    for (let count = 0; count < 10; count += 1)
      await expect(queue.run('a', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect(await queue.run('a', () => Promise.resolve('done'))).toBe('done');
  });
});
