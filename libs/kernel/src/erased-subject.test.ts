import { expect, test } from '@jest/globals';
import { describeSubject } from './erased-subject.ts';

test('of an erased end user, a hash is kept that anyone who knows the id can compute', () => {
  expect(describeSubject({ userId: 'abc' })).toEqual({
    type: 'user',
    sha256: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
  });
});
