import { expect, test } from '@jest/globals';
import { MAX_SOURCE_EVENTS, restingOn } from './source-events.ts';

test('an artifact cites a part of its evidence, and keeps all of it', () => {
  const occurrences = Array.from({ length: 300 }, (_, i) => [`a${String(i)}`, `b${String(i)}`]);
  const { sourceEvents, evidence } = restingOn(occurrences, [['request'], ['a0']]);
  expect(sourceEvents).toHaveLength(MAX_SOURCE_EVENTS);
  expect(new Set(evidence)).toEqual(new Set([...occurrences.flat(), 'request']));
  expect(evidence).toHaveLength(601);
});

test('a few events are all cited, each once', () => {
  expect(restingOn([['a', 'b'], ['b']], [['c']])).toEqual({ sourceEvents: ['a', 'b'], evidence: ['a', 'b', 'c'] });
});

test('too many events are cited by a fair share of each occurrence', () => {
  const many = Array.from({ length: 50 }, (_, n) => Array.from({ length: 20 }, (__, k) => `${String(n)}-${String(k)}`));
  const { sourceEvents } = restingOn(many);
  expect(sourceEvents).toHaveLength(MAX_SOURCE_EVENTS);
  expect(new Set(sourceEvents.map((id) => id.split('-')[0])).size).toBe(50);
});
