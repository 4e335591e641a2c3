import { describe, expect, it } from '@jest/globals';
import { ended, said, used, writtenSessions } from '../../../test/sessions-fixture.ts';
import { Memo } from '../memo.ts';
import { groupErrors } from '../playbooks/error-groups.ts';
import { readSessions } from '../sessions/read-sessions.ts';
import { symbolRoles } from '../sessions/symbol-roles.ts';
import type { ArtifactContents } from '@strata/contracts/schemas/artifact';
import { findPolicies } from './find-policies.ts';

const NO_WRITERS = (): number => 0;

type Lines = Parameters<typeof writtenSessions>[0];

function policiesOf(lines: Lines): ArtifactContents['decision_policy'][] {
  const sessions = readSessions(writtenSessions(lines));
  return findPolicies(sessions, groupErrors(sessions, new Memo()), symbolRoles(sessions), NO_WRITERS).flatMap(
    (draft) => (draft.type === 'decision_policy' ? [draft.content] : []),
  );
}

const run = (choice: string, passed: boolean): Lines[number] => [
  said('user', 'My parcel is late'),
  ...used('get_parcel', { id: '7' }, 'Error: carrier does not answer'),
  ...used(choice, { id: '7' }, 'done'),
  ended(passed),
];
const times = (n: number, lines: Lines[number]): Lines => Array<Lines[number]>(n).fill(lines);

describe('decision policies', () => {
  it('name the better choice in a situation, with the others and their rates', () => {
    const [policy] = policiesOf([
      ...times(9, run('ask_carrier', true)),
      run('ask_carrier', false),
      ...times(2, run('wait_day', true)),
      ...times(8, run('wait_day', false)),
    ]);
    expect(policy).toMatchObject({
      situation: 'get_parcel failed with "Error: carrier does not answer"',
      decision: 'Use ask_carrier',
      support: 10,
      alternatives: [{ decision: 'Use wait_day', successRate: 0.2, support: 10 }],
    });
    expect(policy?.confidence).toBeGreaterThan(0.95);
    expect(policy?.rationale).toContain('9 of the 10 sessions that chose so succeeded');
    expect(policy?.rationale).toContain('2 of the 10 that chose otherwise');
  });

  it('name the read to make before a change', () => {
    const begun = (first: string, passed: boolean): Lines[number] => [
      said('user', 'My parcel is late'),
      ...used(first, { id: '7' }, 'done'),
      ...used('write_answer', { id: '7' }, 'sent'),
      ended(passed),
    ];
    const [policy] = policiesOf([...times(8, begun('get_parcel', true)), ...times(8, begun('guess', false))]);
    expect(policy).toMatchObject({
      situation: 'write_answer is the next step',
      decision: 'Use get_parcel first',
      support: 8,
    });
  });

  it('need different choices, different results and known outcomes', () => {
    expect(policiesOf([...times(6, run('ask_carrier', true)), ...times(6, run('ask_carrier', false))])).toEqual([]);
    expect(
      policiesOf([
        ...times(4, run('ask_carrier', true)),
        ...times(4, run('ask_carrier', false)),
        ...times(4, run('wait_day', true)),
        ...times(4, run('wait_day', false)),
      ]),
    ).toEqual([]);
    expect(
      policiesOf(
        [...times(9, run('ask_carrier', true)), ...times(9, run('wait_day', false))].map((lines) =>
          lines.filter(([type]) => type !== 'test_run'),
        ),
      ),
    ).toEqual([]);
  });

  const few = (choice: string, good: number, all: number): Lines => [
    ...times(good, run(choice, true)),
    ...times(all - good, run(choice, false)),
  ];

  it('are silent on weak evidence', () => {
    expect(policiesOf([...few('ask_carrier', 4, 4), ...few('wait_day', 18, 24)])).toEqual([]);
    expect(policiesOf([...few('ask_carrier', 5, 6), ...few('wait_day', 10, 20)])).toEqual([]);
  });

  it('never repeat what the user wished', () => {
    const wish = (change: string, passed: boolean): Lines[number] => [
      said('user', `Please ${change} it`),
      ...used('get_order', { id: '7' }, { status: 'open' }),
      ...used(`${change}_order`, { id: '7' }, 'done'),
      ended(passed),
    ];
    expect(policiesOf([...times(12, wish('cancel', true)), ...times(12, wish('change', false))])).toEqual([]);
  });

  it('compare choices only within a task or a goal', () => {
    const begun = (task: string, first: string, passed: boolean): Lines[number] => [
      said('user', task),
      ...used(first, { id: '7' }, 'done'),
      ...used(`send_${task}`, { id: '7' }, 'sent'),
      ended(passed),
    ];
    const easy = times(12, begun('postcard', 'get_list', true));
    const hard = times(12, begun('piano', 'get_map', false));
    expect(policiesOf([...easy, ...hard])).toEqual([]);
  });

  it('list only worse choices as alternatives', () => {
    const [policy] = policiesOf([
      ...times(9, run('ask_carrier', true)),
      ...times(9, run('wait_day', false)),
      run('call_shop', true),
    ]);
    expect(policy?.alternatives).toEqual([{ decision: 'Use wait_day', successRate: 0, support: 9, writers: 0 }]);
  });

  it('disappear when later evidence is against them', () => {
    const early = [...times(6, run('ask_carrier', true)), ...times(6, run('wait_day', false))];
    expect(policiesOf(early).map(({ decision }) => decision)).toContain('Use ask_carrier');
    expect(
      policiesOf([...early, ...times(12, run('ask_carrier', false)), ...times(12, run('wait_day', true))]).map(
        ({ decision }) => decision,
      ),
    ).not.toContain('Use ask_carrier');
  });
});
