import { expect, test } from '@jest/globals';
import { compareVersions, type Version } from './compare-versions.ts';

const POLICY = {
  situation: 'The order is open',
  decision: 'Cancel it',
  alternatives: [{ decision: 'Wait', successRate: 0.5, support: 2, writers: 1 }],
  rationale: 'Seen twice',
  confidence: 0.6,
  support: 2,
  tasks: 2,
  writers: 1,
  exceptions: [],
};
const version = (change: Partial<typeof POLICY>, number = 1): Version => ({
  version: number,
  title: 'Cancel open orders',
  tokenCount: 10,
  content: { ...POLICY, ...change },
  confidence: 0.6,
  sourceSessions: 2,
  compiledAt: '2026-05-08T09:00:00.000Z',
  replacedAt: null,
});
const changed = (before: Version, after: Version) =>
  compareVersions(before, after)
    .filter(({ isChanged }) => isChanged)
    .map((line) => [line.before, line.after]);

test('a value that changed stands beside the new one, and everything else beside itself', () => {
  const [before, after] = [version({}), version({ support: 5, tasks: 4 }, 2)];
  expect(changed(before, after)).toEqual([
    ['support: 2', 'support: 5'],
    ['tasks: 2', 'tasks: 4'],
  ]);
  for (const line of compareVersions(before, after)) if (!line.isChanged) expect(line.before).toBe(line.after);
  expect(compareVersions(before, before).some(({ isChanged }) => isChanged)).toBe(false);
});

test('what is new stands beside nothing, and what is gone too', () => {
  const more = [...POLICY.alternatives, { decision: 'Ask', successRate: 0, support: 1, writers: 1 }];
  const lines = ['  - decision: Ask', '    success rate: 0', '    support: 1', '    writers: 1'];
  expect(changed(version({}), version({ alternatives: more }))).toEqual(lines.map((line) => [null, line]));
  expect(changed(version({ alternatives: more }), version({}))).toEqual(lines.map((line) => [line, null]));
});
