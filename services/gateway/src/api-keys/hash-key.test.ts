import { expect, test } from '@jest/globals';
import { createKeyHasher } from './hash-key.ts';

const key = 'strata_live_id_secret';
const [first, second, third] = ['first', 'second', 'third'].map((name) => createKeyHasher(name).hash(key));

test('a key matches only its own hash', () => {
  const hasher = createKeyHasher('first');
  expect(hasher.check(key, first ?? Buffer.of())).toEqual({ matches: true, isOutdated: false });
  expect(hasher.check(`${key}x`, first ?? Buffer.of())).toEqual({ matches: false, isOutdated: false });
  expect(hasher.check(key, Buffer.from('too short'))).toEqual({ matches: false, isOutdated: false });
});

test('a hash under a previous pepper matches and is outdated; under any other pepper it does not match', () => {
  const hasher = createKeyHasher('third', ['second']);
  expect(hasher.check(key, third ?? Buffer.of())).toEqual({ matches: true, isOutdated: false });
  expect(hasher.check(key, second ?? Buffer.of())).toEqual({ matches: true, isOutdated: true });
  expect(hasher.check(key, first ?? Buffer.of())).toEqual({ matches: false, isOutdated: false });
});
