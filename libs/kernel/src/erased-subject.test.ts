import { expect, test } from '@jest/globals';
import { describeSubject, subjectOf } from './erased-subject.ts';

test.each([
  ['an end user', { userId: 'abc' }, 'user'],
  ['an agent', { agentId: 'abc' }, 'agent'],
  ['a session', { sessionId: 'abc' }, 'session'],
])('describes %s by a hash that a person who knows the id can compute', (_title, named, type) => {
  expect(describeSubject(named)).toEqual({
    type,
    sha256: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
  });
});

test.each([[{}], [{ userId: 'abc', agentId: 'abc' }]])('%j is no subject', (named) => {
  expect(() => subjectOf(named)).toThrow('exactly one');
});
