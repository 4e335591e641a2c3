import { describe, expect, it } from '@jest/globals';
import { ended, said, used, writtenSessions } from '../../../test/sessions-fixture.ts';
import { groupErrors } from '../playbooks/error-groups.ts';
import { readSessions } from '../sessions/read-sessions.ts';
import { symbolRoles } from '../sessions/symbol-roles.ts';
import type { ArtifactContents } from '@strata/contracts/schemas/artifact';
import { findPolicies } from './find-policies.ts';

const NO_WRITERS = (): number => 0;

type Lines = Parameters<typeof writtenSessions>[0];

function policiesOf(lines: Lines): ArtifactContents['decision_policy'][] {
  const sessions = readSessions(writtenSessions(lines));
  return findPolicies(sessions, groupErrors(sessions), symbolRoles(sessions), NO_WRITERS).flatMap((draft) =>
    draft.type === 'decision_policy' ? [draft.content] : [],
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
    expect(policy?.rationale).toContain('9 of 10 (90 %)');
    expect(policy?.rationale).toContain('2 of 10 (20 %)');
  });

  it('name the better first step', () => {
    const begun = (first: string, passed: boolean): Lines[number] => [
      said('user', 'My parcel is late'),
      ...used(first, { id: '7' }, 'done'),
      ...used('write_answer', { id: '7' }, 'sent'),
      ended(passed),
    ];
    const [policy] = policiesOf([...times(8, begun('get_parcel', true)), ...times(8, begun('guess', false))]);
    expect(policy).toMatchObject({ situation: 'the work begins', decision: 'Use get_parcel', support: 8 });
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

  it('on weak evidence need a choice whose lower bound beats the upper bound of the others', () => {
    expect(policiesOf([...few('ask_carrier', 4, 4), ...few('wait_day', 18, 24)])).toEqual([]);
    const clear = policiesOf([...few('ask_carrier', 5, 6), ...few('wait_day', 6, 20)]);
    expect(clear.map(({ decision }) => decision)).toEqual(['Use ask_carrier']);
  });

  it('are only the most likely one if none is clear, and state that the evidence is weak', () => {
    const parts = (choice: string, error: string, good: number, all: number): Lines =>
      few(choice, good, all).map((lines) => [...used('get_parcel', { id: '7' }, `Error: ${error}`), ...lines.slice(3)]);
    const policies = policiesOf([
      ...parts('ask_carrier', 'carrier does not answer', 2, 6),
      ...parts('wait_day', 'carrier does not answer', 0, 8),
      ...parts('call_shop', 'parcel was split in two', 2, 6),
      ...parts('ask_twice', 'parcel was split in two', 0, 8),
    ]);
    expect(policies).toHaveLength(1);
    expect(policies[0]?.rationale).toMatch(/Weak evidence/);
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
