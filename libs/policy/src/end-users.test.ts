import { expect, test } from '@jest/globals';
import { ofEndUser } from './end-users.ts';
import { passes } from './filter.ts';

const item = (userId?: string | null) => ({
  id: 'mem_1',
  namespaceId: null,
  agentId: 'ops',
  tags: [],
  ...(userId === undefined ? {} : { userId }),
});
const seenWith = (userId: string | undefined) =>
  ['ada', 'bo', '', null, undefined].filter((of) => passes(ofEndUser(userId), item(of)));

test('an end user is shown what is theirs and what is of nobody, never what is of another', () => {
  expect(seenWith('ada')).toEqual(['ada', null, undefined]);
});

test('a request that names no end user is shown what is of nobody', () => {
  expect(seenWith(undefined)).toEqual([null, undefined]);
});
