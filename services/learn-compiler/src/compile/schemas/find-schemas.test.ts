import { describe, expect, it } from '@jest/globals';
import type { ArtifactContents } from '@strata/contracts/schemas/artifact';
import { ended, said, supportSessions, used, writtenSessions } from '../../../test/sessions-fixture.ts';
import { Memo } from '../memo.ts';
import { findPreconditions } from '../preconditions/find-preconditions.ts';
import { readSessions } from '../sessions/read-sessions.ts';
import { symbolRoles } from '../sessions/symbol-roles.ts';
import { findSchemas } from './find-schemas.ts';

const NO_WRITERS = (): number => 0;

type Lines = Parameters<typeof writtenSessions>[0];
type Schema = ArtifactContents['task_schema'];

function schemasOf(lines: Lines): Schema[] {
  const sessions = readSessions(writtenSessions(lines));
  const roles = symbolRoles(sessions);
  const preconditions = findPreconditions(sessions, roles.effects);
  return findSchemas(sessions, roles, NO_WRITERS, preconditions, new Memo()).flatMap((draft) =>
    draft.type === 'task_schema' ? [draft.content] : [],
  );
}

const toolsOf = ({ steps }: Schema): (string | undefined)[] => steps.map(({ tool }) => tool);
const optionalOf = ({ steps }: Schema): (string | undefined)[] =>
  steps.filter(({ optional }) => optional === true).map(({ tool }) => tool);

/** A booking of a user who is found in one of two ways. */
const booking = (n: number, find: 'find_by_mail' | 'find_by_name', extra: Lines[number] = []): Lines[number] => [
  said('user', `Please book item i${String(n)} for u_${String(n)}, my key is key_${String(n)}`),
  ...used(find, { key: `key_${String(n)}` }, { user_id: `u_${String(n)}x` }),
  ...used('get_user', { user_id: `u_${String(n)}x` }, { user_id: `u_${String(n)}x`, level: 'gold' }),
  ...extra,
  ...used('book_item', { item: `i${String(n)}`, user_id: `u_${String(n)}x` }, 'booked'),
  ended(true),
];

describe('a task schema', () => {
  const schemas = schemasOf(supportSessions());
  const refund = schemas.find((schema) => toolsOf(schema).includes('refund_order'));

  it('is one for each goal, with the steps of its successful sessions', () => {
    expect(schemas.map(toolsOf)).toEqual([
      ['get_order', 'refund_order'],
      ['list_orders', 'get_order', 'send_tracking'],
    ]);
  });

  it('expects the success rate of all sessions with its steps, drawn towards that of all sessions', () => {
    expect(refund).toMatchObject({ support: 6, tasks: 6 });
    expect(refund?.successRate).toBeGreaterThan(9 / 14);
    expect(refund?.successRate).toBeLessThan(6 / 7);
  });

  it('keeps constant arguments and turns variable ones into parameters with their source', () => {
    expect(refund?.steps[1]?.arguments).toEqual({ order_id: '<order_id>', reason: 'damaged' });
    expect(refund?.steps[0]?.description).toBe('Takes order_id from the user.');
  });

  it('takes no argument for constant that other calls of the tool vary', () => {
    const other = [1, 2, 3].map((n) => [
      said('user', `Refund and delete o_x${String(n)}`),
      ...used('get_order', { order_id: `o_x${String(n)}` }, { status: 'open' }),
      ...used('refund_order', { order_id: `o_x${String(n)}`, reason: 'late' }, 'refunded'),
      ...used('delete_order', { order_id: `o_x${String(n)}` }, 'deleted'),
      ended(true),
    ]);
    const [schema] = schemasOf([...supportSessions(), ...other]).filter((one) => one.goal.startsWith('Refund order.'));
    expect(schema?.steps[1]?.arguments).toEqual({ order_id: '<order_id>', reason: 'damaged | late' });
  });

  it('shows a command only if several tasks ran it', () => {
    const build = (n: number, command: string): Lines[number] => [
      said('user', `Repair ${['kettle', 'lamp', 'chair', 'radio'][n] ?? ''}`),
      ['file_edit', { path: `src/part${String(n)}.ts`, edit: `part ${String(n)}` }],
      ['command_exec', { command, output: 'ok', exitCode: 0 }],
      ended(true),
    ];
    const commandsOf = (lines: Lines) =>
      schemasOf(lines).flatMap(({ steps }) => steps.map((step) => step.arguments?.command));
    expect(commandsOf([0, 1, 2, 3].map((n) => build(n, 'make all')))).toContain('make all');
    const apart = commandsOf([0, 1, 2, 3].map((n) => build(n, `make all PART=${String(n)}`)));
    expect(apart).toStrictEqual([undefined, undefined]);
  });

  it('says how sessions ended that changed nothing', () => {
    const hand = (n: number, over: boolean): Lines[number] => [
      said('user', `Where is parcel p_${String(n)}?`),
      ...used('find_parcel', { id: `p_${String(n)}` }, { truck: `t_${String(n)}` }),
      ...used('get_truck', { truck: `t_${String(n)}` }, { at: n }),
      ...(over ? used('hand_over', { summary: 'The customer wants to know more than I can see' }, 'handed over') : []),
      ended(true),
    ];
    const [schema] = schemasOf([1, 2, 3, 4].map((n) => hand(n, n > 1)));
    expect(schema?.goal).toContain('without a change. 3 of 4 runs end with hand_over');
  });

  it('uses the words of the requests', () => {
    expect(refund?.goal).toMatch(/^Refund order\. Requests speak of: .*refund/);
  });

  it('has no failed step', () => {
    const runs = [1, 2, 3].map((n) => [
      said('user', `Ship o_${String(n)}`),
      ...used('check_stock', { id: `o_${String(n)}` }, 'Error: no such item'),
      ...used('get_order', { id: `o_${String(n)}` }, { item: `x${String(n)}` }),
      ...used('ship_order', { id: `o_${String(n)}` }, 'shipped'),
      ended(true),
    ]);
    expect(schemasOf(runs).map(toolsOf)).toEqual([['get_order', 'ship_order']]);
  });

  it('makes a read optional if another one can give the same', () => {
    const ways = [1, 2, 3, 4, 5, 6, 7, 8].map((n) => booking(n, n % 4 === 0 ? 'find_by_mail' : 'find_by_name'));
    const [schema] = schemasOf(ways);
    expect(schema && toolsOf(schema)).toEqual(['find_by_name', 'get_user', 'book_item']);
    expect(schema && optionalOf(schema)).toEqual(['find_by_name']);
    expect(schema?.preconditions).toEqual(['The user has to give key, or what find_by_mail takes']);
    expect(schema?.steps[0]).toMatchObject({ sessions: 6 });
    expect(schema?.steps[0]?.description).toContain('find_by_mail can give user_id instead.');
  });

  it('makes a read optional if many successful sessions skip it', () => {
    const history = used('get_history', { n: 'all' }, 'none');
    const [schema] = schemasOf([1, 2, 3, 4, 5, 6, 7, 8].map((n) => booking(n, 'find_by_name', n < 6 ? history : [])));
    expect(schema && optionalOf(schema)).toEqual(['get_history']);
  });

  it('requires a read without which sessions fail', () => {
    const checked = (n: number, checks: boolean): Lines[number] => [
      said('user', `Pay bill b_${String(n)}`),
      ...used('get_bill', { id: `b_${String(n)}` }, { sum: n }),
      ...(checks ? used('verify_payer', { id: `b_${String(n)}` }, 'fine') : []),
      ...used('pay_bill', { id: `b_${String(n)}` }, 'paid'),
      ended(checks || n === 20),
    ];
    const lines = Array.from({ length: 12 }, (_, n) => checked(n, true));
    const hasty = Array.from({ length: 8 }, (_, n) => checked(n + 20, false));
    const [schema] = schemasOf([...lines, ...hasty]);
    expect(schema && toolsOf(schema)).toEqual(['get_bill', 'verify_payer', 'pay_bill']);
    expect(schema && optionalOf(schema)).toEqual([]);
  });

  it('says that a read is done again', () => {
    const [schema] = schemasOf(
      [1, 2, 3, 4].map((n) => booking(n, 'find_by_name', used('get_user', { user_id: `w_${String(n)}` }, { n }))),
    );
    expect(schema?.steps.map(({ action }) => action)).toContain('Get user again');
  });

  it('states what a record has to show for its change', () => {
    const cancel = (n: number): Lines[number] => [
      ...used('get_order', { order_id: `o_${String(n)}` }, { status: 'open' }),
      ...used('cancel_order', { order_id: `o_${String(n)}` }, 'cancelled'),
      ended(true),
    ];
    const look = (n: number): Lines[number] => [
      ...used('get_order', { order_id: `p_${String(n)}` }, { status: n % 3 === 0 ? 'open' : 'sent' }),
      ended(true),
    ];
    const numbers = [1, 2, 3, 4, 5, 6, 7, 8, 9];
    const schema = schemasOf([...numbers.map(cancel), ...numbers.map(look)]).find(({ goal }) =>
      goal.startsWith('Cancel'),
    );
    expect(schema?.preconditions).toContain(
      'cancel_order needs status=open: see get_order for its order_id (held in 9 of 9 calls, 9 tasks)',
    );
  });

  it('needs two tasks, unless hardly any are known', () => {
    const rare = [
      said('user', 'Close my account'),
      ...used('get_user', { id: 'u_1' }, { id: 'u_1' }),
      ...used('close_account', { id: 'u_1' }, 'closed'),
      ended(true),
    ];
    expect(schemasOf([...supportSessions(), rare]).map(toolsOf)).not.toContainEqual(['get_user', 'close_account']);
    const [only] = schemasOf([rare]);
    expect(only).toMatchObject({ support: 1, goal: expect.stringContaining('Only one session shows this way') });
  });

  it('has only the change and the read that it needs where most sessions fail', () => {
    const lines = Array.from({ length: 12 }, (_, n) => [...booking(n, 'find_by_name').slice(0, -1), ended(n < 2)]);
    const [schema] = schemasOf(lines);
    expect(schema && toolsOf(schema)).toEqual(['get_user', 'book_item']);
    expect(schema?.successRate).toBeLessThan(0.5);
  });

  it('has no rate without a verdict', () => {
    const silent = supportSessions().map((lines) => lines.filter(([type]) => type !== 'test_run'));
    const [schema] = schemasOf(silent);
    expect(schema).toMatchObject({ successRate: null });
    expect(schema?.goal).toContain('No verdict says how these sessions ended');
  });

  it('keeps all steps without a verdict', () => {
    const run = (n: number, close: Lines[number]): Lines[number] => [
      ...booking(n, 'find_by_name').slice(0, -1),
      ...close,
    ];
    const result = used('send_receipt', { to: 'all' }, { success: true });
    const steps = (close: Lines[number]): (string | undefined)[][] =>
      schemasOf([1, 2, 3, 4, 5, 6].map((n) => run(n, close))).map(toolsOf);
    expect(steps(result)).toEqual([['find_by_name', 'get_user', 'book_item', 'send_receipt']]);
    expect(steps([...result, ended(true)])).toEqual(steps(result));
  });

  it('needs more than talk', () => {
    expect(schemasOf([[said('user', 'hello'), said('assistant', 'what can I do?'), ended(true)]])).toEqual([]);
  });
});
