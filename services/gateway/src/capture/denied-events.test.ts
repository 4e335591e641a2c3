import { expect, test } from '@jest/globals';
import type { Decision } from '@strata/policy/policy-engine';
import { DeniedEvents } from './denied-events.ts';

const engine = {
  organizationOf: ({ namespaceId }: { namespaceId: string | null }) => namespaceId && `org_of_${namespaceId}`,
};
const denial = (reason: string): Decision => ({ effect: 'deny', policy: null, organizationId: null, reason });
const agent = (n: number) => ({ namespaceId: null, agentId: `a${String(n)}` });
const entriesOf = (denied: DeniedEvents) =>
  denied
    .reports('event.capture', new Date())
    .map(({ entries }) => entries.map(({ resourceId, changes }) => [resourceId, changes?.reason, changes?.after]));

test('1,000 agents make 20 entries, in which all events are counted', () => {
  const denied = new DeniedEvents(engine);
  for (let place = 0; place < 1000; place += 1) denied.add(agent(place), denial('No'), 2);
  denied.add(agent(999), denial('No'), 2);
  expect(entriesOf(denied)).toEqual([
    [
      ...Array.from({ length: 19 }, (_, place) => [`a${String(place)}`, 'No', { events: 2 }]),
      ['a19', 'No', { events: 1964, others: 980 }],
    ],
  ]);
});

test('events without room for an entry are counted in the last entry with the same reason, or else in the last one', () => {
  const denied = new DeniedEvents(engine);
  denied.add(agent(0), denial('First'), 1);
  for (let place = 1; place < 20; place += 1) denied.add(agent(place), denial('Then'), 1);
  for (const reason of ['First', 'Then', 'Unheard', 'Unheard']) denied.add(agent(20), denial(reason), 1);
  const [entries] = entriesOf(denied);
  expect(entries).toHaveLength(20);
  expect([entries?.[0], entries?.[19]]).toEqual([
    ['a0', 'First', { events: 2, others: 1 }],
    ['a19', 'Then', { events: 4, others: 2 }],
  ]);
});

test('each governing organization gets only its own denials', () => {
  const denied = new DeniedEvents(engine);
  for (let place = 0; place < 30; place += 1) denied.add(agent(place), denial('No'), 1);
  for (const namespaceId of ['safe', 'safe', 'vault']) denied.add({ namespaceId, agentId: null }, denial('No'), 1);
  expect(entriesOf(denied).slice(1)).toEqual([[['safe', 'No', { events: 2 }]], [['vault', 'No', { events: 1 }]]]);
});
