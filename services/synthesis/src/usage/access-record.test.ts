import { expect, test } from '@jest/globals';
import { accessRecord } from './access-record.ts';

const place = (namespaceId: string | null, agentId: string | null) => ({ namespaceId, agentId });

test('memories are told by place, in the order in which they were given', () => {
  const record = accessRecord(
    [
      { id: 'mem_1', place: place('nsp_1', 'agt_1') },
      { id: 'mem_2', place: place(null, null) },
      { id: 'mem_3', place: place('nsp_1', 'agt_1') },
      { id: 'mem_4', place: place('nsp_1', null) },
    ],
    new Date('2026-03-01T00:00:00Z'),
  );
  expect(record).toMatchObject({
    action: 'synthesize',
    at: '2026-03-01T00:00:00.000Z',
    accesses: [
      { place: place('nsp_1', 'agt_1'), memoryIds: ['mem_1', 'mem_3'] },
      { place: place(null, null), memoryIds: ['mem_2'] },
      { place: place('nsp_1', null), memoryIds: ['mem_4'] },
    ],
  });
});

test('no memory, no record', () => {
  expect(accessRecord([], new Date())).toBeNull();
});
