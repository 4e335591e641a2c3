import { describe, expect, it } from '@jest/globals';
import { writtenEvent } from '../../../test/sessions-fixture.ts';
import { digestEvent } from '../digest-event.ts';
import type { ClaimedEvent } from '@strata/contracts/calls/ingest';

const bodiesOf = (type: ClaimedEvent['type'], payload: unknown) =>
  digestEvent(writtenEvent(type, payload)).memories.map(({ kind, body }) => ({ kind, body }));

describe('memories of what was done', () => {
  it('describe results in a few words', () => {
    expect(
      bodiesOf('tool_result', {
        tool_name: 'get_order',
        output: '{"order_id": "W1", "status": "pending", "items": [{"name": "lamp"}]}',
      }),
    ).toEqual([{ kind: 'finding', body: 'get_order returned: order_id: W1, status: pending, name: lamp' }]);
    expect(bodiesOf('tool_result', { tool_name: 'get_order', output: 'Error: no such order' })).toEqual([
      { kind: 'error', body: 'get_order failed: Error: no such order' },
    ]);
  });

  it('leave out results that tell only that something ended', () => {
    for (const output of ['contents', 'OK!', '', '---'])
      expect(bodiesOf('tool_result', { tool_name: 'read_file', output })).toEqual([]);
    expect(bodiesOf('test_run', { name: 'task', passed: true })).toEqual([]);
    for (const output of ['no contents', 'E42', '今日は雨です', { state: 'open' }])
      expect(bodiesOf('tool_result', { tool_name: 'read_file', output })).toHaveLength(1);
    expect(bodiesOf('api_result', { method: 'GET', url: '/health', body: 'up' })).toHaveLength(1);
  });

  it.each([
    ['todo_write', 'Todos have been modified successfully'],
    [
      'TodoWrite',
      'Todos have been modified successfully. Ensure that you continue to use the todo list to track your progress. Please proceed with the current tasks if applicable',
    ],
    ['verify_address', { ok: true }],
    ['verify_address', '{"success": true, "error": false, "message": "Address verified successfully"}'],
    ['cancel_order', 'Order cancelled.'],
    ['transfer_to_agent', 'Transfer successful'],
    ['send-email', 'The email has been sent successfully.'],
    ['save_note', [{ type: 'text', text: 'Changes saved successfully.' }]],
  ])('leave out what only confirms: %s, %j', (tool_name, output) => {
    expect(bodiesOf('tool_result', { tool_name, output })).toEqual([]);
  });

  it.each([
    ['get_order', { status: 'shipped' }],
    ['get_order', { ok: true, status: 'shipped' }],
    ['update_order', 'Order shipped'],
    ['get_order', 'Order cancelled'],
    ['verify_address', { ok: false }],
    ['check_stock', { in_stock: true }],
    ['cancel_order', 'Order not cancelled successfully'],
    ['cancel_order', 'Order partially cancelled, the request was successful'],
    ['cancel_order', { success: true, refund: 12 }],
    ['cancel_order', 'Order W1 cancelled successfully'],
    ['cancel_order', 'Order cancelled successfully. The refund goes to the gift card.'],
    ['assign_ticket', 'Ticket assigned to Will successfully'],
    ['book_visit', 'Booked successfully for Monday'],
    ['find_owner', { status: 'success', name: 'Ida' }],
  ])('keep what says more than that: %s, %j', (tool_name, output) => {
    expect(bodiesOf('tool_result', { tool_name, output })).toHaveLength(1);
  });

  it('keep a confirmation beside the arguments that it confirms', () => {
    expect(
      bodiesOf('tool_result', { tool_name: 'verify_address', input: { zip: '04109' }, output: { ok: true } }),
    ).toEqual([{ kind: 'finding', body: 'verify_address (zip: 04109) returned: ok: true' }]);
  });

  it.each(['read_file', 'Read', 'mcp__fs__read_text_file', 'get_file_contents', 'viewFile'])(
    'leave out the contents of a file that %s read, but not its errors',
    (tool_name) => {
      for (const output of [
        '<div>contents</div>',
        'Depot\n\nOpens at nine.',
        '{"name": "depot"}',
        { path: 'a.ts', content: "import { nest } from './nest'" },
        [{ type: 'text', text: 'export const nests = 3;' }],
      ])
        expect(bodiesOf('tool_result', { tool_name, output })).toEqual([]);
      expect(bodiesOf('tool_result', { tool_name, output: 'Error: no such file\n  at open (a.js:3)' })).toMatchObject([
        { kind: 'error' },
      ]);
    },
  );

  it('keep several lines of a tool that reads something else', () => {
    for (const tool_name of ['read_email', 'get_file_status', 'read_customer', 'search_files'])
      expect(bodiesOf('tool_result', { tool_name, output: 'from: Ida\nthe key is with the porter' })).toHaveLength(1);
  });

  it.each([
    ['cd depot', ''],
    ['ls', 'web api docs'],
    ['cd depot && ls -la | head -5', 'total 8\ndrwxr-xr-x 2 ida ida 4096 nests'],
    ['pwd', '/home/dev/shop'],
    ['tree src', 'src\n└── a.ts'],
    ['git diff', ''],
    ['grep -rn nest src', ''],
  ])('leave out the look `%s`', (command, output) => {
    expect(bodiesOf('command_exec', { command, output, exitCode: 0 })).toEqual([]);
  });

  it.each([
    ['git log -1 --oneline', 'a1b2c3d Nests: count eggs', 'finding'],
    ['cat package.json', '{"name": "depot"}', 'finding'],
    ['kubectl get pods', 'web-1 Running', 'finding'],
    ['psql -c "select 1"', '1 row', 'finding'],
    ['grep -rn nest src', 'src/a.ts:3: nest', 'finding'],
    ['ls | grep nest', 'nest.ts', 'finding'],
    ['ls nests; ./count.sh', 'three eggs', 'finding'],
    ['ls > nests.txt', '', 'action'],
    ['export NESTS=3', '', 'action'],
    ['make nests', '', 'action'],
    ['ls nests | cat', 'ls: cannot access nests: No such file or directory', 'finding'],
    [`ls\n${'./count.sh nests\n'.repeat(40)}`, 'three eggs', 'finding'],
  ])('keep the command `%s`', (command, output, kind) => {
    expect(bodiesOf('command_exec', { command, output, exitCode: 0 })).toMatchObject([{ kind }]);
  });

  it('keep the error of a look', () => {
    expect(bodiesOf('command_exec', { command: 'ls nests', output: 'ls: no access', exitCode: 2 })).toEqual([
      { kind: 'error', body: '`ls nests` failed: ls: no access' },
    ]);
  });

  it('leave out test runs that passed, unless their output says more than counts', () => {
    for (const output of [undefined, '12 passed in 3.4 s', 'Tests: 12 passed, 12 total'])
      expect(bodiesOf('test_run', { name: 'depot unit tests', passed: true, output })).toEqual([]);
    expect(bodiesOf('test_run', { name: 'depot unit tests', output: '12 passed, 2 failed' })).toHaveLength(1);
    expect(bodiesOf('test_run', { name: 'load', passed: true, output: 'p95 182 ms' })).toHaveLength(1);
    expect(bodiesOf('test_run', { name: 'depot unit tests', passed: false, output: '2 failed' })).toEqual([
      { kind: 'error', body: 'test run depot unit tests failed: 2 failed' },
    ]);
  });

  it('leave out an action in a browser that names no page, text or element in words', () => {
    expect(bodiesOf('browser_action', { action: 'click', selector: '#depot' })).toEqual([]);
    expect(bodiesOf('browser_action', { action: 'click', selector: '#depot', result: { ok: true } })).toEqual([]);
    for (const more of [
      { url: 'https://shop.test/cart' },
      { text: 'Pay' },
      { element: 'Submit order button' },
      { selector: 'button:has-text("Pay")' },
      { selector: '#pay', result: 'Order W1 is paid' },
    ])
      expect(bodiesOf('browser_action', { action: 'click', ...more })).toHaveLength(1);
    expect(bodiesOf('browser_action', { action: 'click', selector: '#pay', error: 'timed out' })).toEqual([
      { kind: 'error', body: 'browser click (selector: #pay) failed: timed out' },
    ]);
  });

  it('describe calls that change something, but not reads', () => {
    expect(bodiesOf('tool_call', { tool_name: 'cancel_order', input: { order_id: 'W1' } })).toEqual([
      { kind: 'action', body: 'called cancel_order (order_id: W1)' },
    ]);
    expect(bodiesOf('tool_call', { tool_name: 'get_order', input: { order_id: 'W1' } })).toEqual([]);
  });

  it('describe commands, tests, edits, pages and responses', () => {
    expect(bodiesOf('command_exec', { command: 'npm test', exitCode: 1, stderr: 'x\nError: 3 tests failed' })).toEqual([
      { kind: 'error', body: '`npm test` failed: Error: 3 tests failed' },
    ]);
    expect(bodiesOf('test_run', { name: 'refunds.spec.ts', passed: false })).toEqual([
      { kind: 'error', body: 'test run refunds.spec.ts failed' },
    ]);
    expect(bodiesOf('file_edit', { path: 'src/a.ts', summary: 'clock as a port' })).toEqual([
      { kind: 'action', body: 'file src/a.ts (edited): clock as a port' },
    ]);
    expect(bodiesOf('browser_action', { action: 'click', url: '/cart', selector: '#buy' })).toEqual([
      { kind: 'action', body: 'browser click (url: /cart, selector: #buy)' },
    ]);
    expect(bodiesOf('api_result', { method: 'GET', url: '/orders/7', status: 200, body: { state: 'open' } })).toEqual([
      { kind: 'finding', body: 'GET /orders/<id> returned: state: open' },
    ]);
  });

  it('keep a command beside its result, which comes in a later message', () => {
    const call = { eventId: 'event-0', tool: 'shell', command: 'npm test -- --all', tags: ['call'] };
    const told = (content: string) =>
      digestEvent(
        writtenEvent('message', { role: 'tool', tool_call_id: 'c1', content }, { tags: ['result'] }),
        (callId) => (callId === 'c1' ? call : undefined),
      ).memories;
    expect(told('3 tests passed')).toMatchObject([
      {
        kind: 'finding',
        body: '`npm test -- --all` returned: 3 tests passed',
        sourceEvents: ['event-0', 'event-1'],
        tags: ['result', 'call'],
      },
    ]);
    expect(told('Error: no nest\nexit code: 1')).toMatchObject([
      { kind: 'error', body: '`npm test -- --all` failed: Error: no nest' },
    ]);
    expect(told('')).toMatchObject([{ kind: 'action', body: 'ran `npm test -- --all`' }]);
  });

  it('name the tool of a result in a message', () => {
    const payload = { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c1', content: 'three eggs' }] };
    const call = { eventId: 'event-0', tool: 'count_eggs', command: null, tags: [] };
    expect(digestEvent(writtenEvent('message', payload), () => call).memories).toMatchObject([
      { body: 'count_eggs returned: three eggs' },
    ]);
  });

  it('are bounded', () => {
    for (const memory of digestEvent(writtenEvent('tool_result', { tool_name: 'dump', output: 'word '.repeat(50_000) }))
      .memories)
      expect(memory.content.length).toBeLessThan(600);
  });
});
