import { expect, it } from '@jest/globals';
import { Writable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { LineWriter } from './line-writer.ts';

it('Lines that follow each other quickly are one write, and an urgent line is written at once with those before it', async () => {
  const writes: string[] = [];
  const stream = new Writable({
    write: (chunk, _encoding, next) => {
      writes.push(String(chunk));
      next();
    },
  });
  const writer = new LineWriter(stream);
  writer.write('one', { isUrgent: false });
  writer.write('two', { isUrgent: false });
  expect(writes).toEqual([]);
  await delay(100);
  expect(writes).toEqual(['one\ntwo\n']);
  writer.write('three', { isUrgent: false });
  writer.write('four', { isUrgent: true });
  expect(writes).toEqual(['one\ntwo\n', 'three\nfour\n']);
  await delay(100);
  expect(writes).toHaveLength(2);
});
