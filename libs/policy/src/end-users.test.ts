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

test('a request for an end user is shown the data of this end user and data without one, never that of another', () => {
  expect(seenWith('ada')).toEqual(['ada', null, undefined]);
});

test('a request that names no end user is shown only data without an end user', () => {
  expect(seenWith(undefined)).toEqual([null, undefined]);
});
