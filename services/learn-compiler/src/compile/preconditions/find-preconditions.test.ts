import { describe, expect, it } from '@jest/globals';
import { ended, used, writtenSessions } from '../../../test/sessions-fixture.ts';
import { readSessions } from '../sessions/read-sessions.ts';
import { symbolRoles } from '../sessions/symbol-roles.ts';
import { findPreconditions, type Precondition } from './find-preconditions.ts';
import { preconditionPolicies } from './precondition-policies.ts';
import { preconditionWords } from './precondition-words.ts';

type Lines = Parameters<typeof writtenSessions>[0];

function found(lines: Lines): Precondition[] {
  const sessions = readSessions(writtenSessions(lines));
  return findPreconditions(sessions, symbolRoles(sessions).effects);
}

const words = (lines: Lines): string[] => found(lines).map(preconditionWords);

let next = 0;
/** A session that reads an order and, with `change`, changes it. */
function order(fields: object, change?: string, output: unknown = 'done'): Lines[number] {
  const id = `o_${String(next++)}`;
  return [
    ...used('get_order', { order_id: id }, { order_id: id, ...fields }),
    ...(change === undefined ? [] : used(change, { order_id: id }, output)),
    ended(true),
  ];
}
const times = (n: number, make: () => Lines[number]): Lines => Array.from({ length: n }, make);
const others = (): Lines => [
  ...times(12, () => order({ status: 'sent', kind: 'gift' })),
  ...times(6, () => order({ status: 'open', kind: 'plain' })),
];

describe('a precondition', () => {
  it('is a value that the changed records have and other records often do not', () => {
    expect(words([...others(), ...times(8, () => order({ status: 'open', kind: 'plain' }, 'cancel_order'))])).toContain(
      'cancel_order needs kind=plain and status=open: see get_order for its order_id (held in 8 of 8 calls, 8 tasks)',
    );
  });

  it('rests on the read of a record and on the last change of each field', () => {
    const changed = Array.from({ length: 9 }, () =>
      used('update_order', { order_id: 'o_x' }, { status: 'open' }),
    ).flat();
    const again = (): Lines[number] => [
      ...used('get_order', { order_id: 'o_x' }, { status: 'shut' }),
      ...changed,
      ...used('cancel_order', { order_id: 'o_x' }, 'done'),
      ended(true),
    ];
    const [rule] = found([...others(), ...times(8, again)]).filter(({ change }) => change === 'cancel_order');
    expect(rule?.held.map(({ shownBy }) => shownBy.length)).toEqual(new Array(8).fill(4));
  });

  it('is nothing that most records have anyway', () => {
    const same = { status: 'open' };
    expect(
      words([
        ...times(2, () => order({ status: 'sent' })),
        ...times(20, () => order(same)),
        ...times(6, () => order(same, 'cancel_order')),
      ]),
    ).toEqual([]);
  });

  it('is nothing that only one task shows, however often', () => {
    const lines = times(9, () => order({ status: 'open' }, 'cancel_order'));
    const sessions = readSessions([
      ...writtenSessions(lines).map((session) => ({
        ...session,
        steps: session.steps.map((step) => ({ ...step, task: 'one' })),
      })),
      ...writtenSessions(others(), 'b'),
    ]);
    expect(findPreconditions(sessions, new Set(['cancel_order']))).toEqual([]);
  });

  it('needs fewer tasks if calls without it failed', () => {
    const refused = (): Lines[number] => order({ status: 'sent' }, 'cancel_order', 'Error: order was sent');
    const lines = [
      ...times(3, () => order({ status: 'sent' })),
      ...times(7, () => order({ status: 'open' })),
      ...times(3, () => order({ status: 'open' }, 'cancel_order')),
    ];
    expect(words(lines)).toEqual([]);
    const [precondition] = found([...lines, ...times(4, refused)]);
    expect(precondition).toMatchObject({ change: 'cancel_order', conditions: [{ field: 'status', value: 'open' }] });
    expect(precondition?.refused).toHaveLength(4);
  });

  it('needs two tasks if the field gates another change for sure', () => {
    const lines = [...others(), ...times(10, () => order({ status: 'open', kind: 'plain' }, 'cancel_order'))];
    const more = times(2, () => order({ status: 'sent' }, 'return_order'));
    expect(words([...lines, ...more])).toContain(
      'return_order needs status=sent: see get_order for its order_id (held in 2 of 2 calls, 2 tasks)',
    );
  });

  it('joins the conditions of one change', () => {
    const record = (cabin: string, insured: string, change?: string): Lines[number] =>
      order({ cabin, insured }, change);
    const lines = [
      ...times(14, () => record('business', 'no')),
      ...times(14, () => record('economy', 'yes')),
      ...times(2, () => record('economy', 'no')),
      ...times(1, () => record('business', 'yes')),
      ...times(6, () => record('business', 'yes', 'cancel_order')),
    ];
    const [precondition] = found(lines);
    expect(precondition?.conditions.map(({ field, value }) => `${field}=${value}`).sort()).toEqual([
      'cabin=business',
      'insured=yes',
    ]);
  });

  it('joins a condition of the record with what another read showed', () => {
    const run = (cabin: string, level: string, change?: string): Lines[number] => [
      ...used('get_user', { user: `u_${String(next)}` }, { level }),
      ...order({ cabin }, change),
    ];
    const [precondition] = found([
      ...times(20, () => run('economy', 'gold')),
      ...times(20, () => run('business', 'plain')),
      ...times(90, () => run('business', 'gold').slice(2)),
      ...times(6, () => run('business', 'gold', 'cancel_order')),
    ]);
    expect(precondition && preconditionWords(precondition)).toBe(
      'cancel_order needs level=gold and cabin=business: see get_user, and get_order for its order_id (held in 6 of 6 calls, 6 tasks)',
    );
  });

  it('counts what a change made of the record', () => {
    const twice = (): Lines[number] => {
      const id = `t_${String(next++)}`;
      return [
        ...used('get_order', { order_id: id }, { status: 'open' }),
        ...used('change_order', { order_id: id }, { order_id: id, status: 'changed' }),
        ...used('cancel_order', { order_id: id }, 'done'),
        ended(true),
      ];
    };
    expect(words([...others(), ...times(8, twice)])).toContain(
      'cancel_order needs status=changed: see get_order for its order_id (held in 8 of 8 calls, 8 tasks)',
    );
  });

  it('says that it may be a habit if no call without it was seen', () => {
    const lines = [...others(), ...times(8, () => order({ status: 'open' }, 'cancel_order'))];
    const rationaleOf = (seen: Lines): string =>
      preconditionPolicies(found(seen), () => 0).flatMap(({ content }) =>
        'rationale' in content ? [content.rationale] : [],
      )[0] ?? '';
    expect(rationaleOf(lines)).toContain('no call without it was seen, so it may be only a habit');
    const refused = order({ status: 'sent' }, 'cancel_order', 'Error: order was sent');
    expect(rationaleOf([...lines, refused])).toContain('1 call without it failed');
  });

  it('is a policy that says what it rests on, what does not fit it, and what it does not show', () => {
    const preconditions = found([
      ...others(),
      ...times(30, () => order({ status: 'open' }, 'cancel_order')),
      order({ status: 'sent' }, 'cancel_order'),
    ]);
    const [policy] = preconditionPolicies(preconditions, () => 2);
    expect(policy).toMatchObject({
      type: 'decision_policy',
      titles: expect.arrayContaining(['cancel_order needs status=open']),
      content: {
        situation: 'get_order shows status=open for the order_id of cancel_order',
        decision: 'Use cancel_order only if so; find out with get_order first',
        support: 30,
        tasks: 30,
        writers: 2,
      },
    });
    expect(policy?.type === 'decision_policy' && policy.content.exceptions).toHaveLength(1);
    expect(policy?.type === 'decision_policy' && policy.content.rationale).toMatch(/30 of 31 calls .* is uncertain/);
    expect(policy?.sourceEvents.length).toBeGreaterThan(0);
  });
});
