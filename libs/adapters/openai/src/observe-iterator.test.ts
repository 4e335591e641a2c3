import { expect, it } from '@jest/globals';
import { observeIterator } from './observe-iterator.ts';

function observe(source: AsyncIterator<number>) {
  const told: unknown[] = [];
  const observed = observeIterator(
    source,
    (part) => told.push(part),
    async () => void told.push('end'),
  );
  return { told, observed };
}

it('An iterator that breaks tells its end, and breaks', async () => {
  const { told, observed } = observe(
    (async function* () {
      yield 1;
      throw new Error('cut off');
    })(),
  );
  await observed.next();
  await expect(observed.next()).rejects.toThrow('cut off');
  await expect(observed.next()).resolves.toEqual({ done: true, value: undefined });
  expect(told).toEqual([1, 'end']);
});

it('An iterator without `return` can be left', async () => {
  const { told, observed } = observe({ next: async () => ({ done: false, value: 1 }) });
  await observed.next();
  await expect(observed.return?.()).resolves.toMatchObject({ done: true });
  expect(told).toEqual([1, 'end']);
});
