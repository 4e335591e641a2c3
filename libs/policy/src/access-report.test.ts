import { expect, test } from '@jest/globals';
import { accessReport } from './access-report.ts';

const place = (namespaceId: string | null, agentId: string | null) => ({ namespaceId, agentId });
const user = { type: 'user' } as const;

test('a report groups memories by place and keeps their order', () => {
  const given = [
    { id: 'mem_1', place: place('nsp_1', 'agt_1') },
    { id: 'mem_2', place: place(null, null) },
    { id: 'mem_3', place: { ...place('nsp_1', 'agt_1'), content: 'Nothing of what they say' } },
    { id: 'mem_4', place: place('nsp_1', null) },
  ];
  const { accessId = '', ...report } = accessReport(user, 'synthesize', given, new Date('2026-03-01T00:00:00Z')) ?? {};
  expect(accessId).toMatch(/^acc_/);
  expect(report).toEqual({
    action: 'synthesize',
    at: '2026-03-01T00:00:00.000Z',
    accesses: [
      { place: place('nsp_1', 'agt_1'), memoryIds: ['mem_1', 'mem_3'] },
      { place: place(null, null), memoryIds: ['mem_2'] },
      { place: place('nsp_1', null), memoryIds: ['mem_4'] },
    ],
  });
});

test("no report is made without memories, or for the service's own work", () => {
  expect(accessReport(user, 'read', [], new Date())).toBeNull();
  const given = [{ id: 'mem_1', place: place(null, null) }];
  expect(accessReport({ type: 'system' }, 'read', given, new Date())).toBeNull();
});
