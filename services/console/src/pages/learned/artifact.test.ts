import { expect, test } from '@jest/globals';
import { aboutOf } from './artifact.ts';

test('what is known about an artifact is read, and what is missing or has another shape is left out', () => {
  expect(aboutOf({ metadata: { agentId: 'coder', confidence: 0, tags: ['a', 1], namespaceId: null } })).toEqual({
    agentId: 'coder',
    namespaceId: undefined,
    userId: undefined,
    confidence: 0,
    sourceSessions: undefined,
    tags: ['a'],
  });
  expect(aboutOf({ metadata: { confidence: 'high', tags: 'none' } })).toMatchObject({
    confidence: undefined,
    tags: [],
  });
});
