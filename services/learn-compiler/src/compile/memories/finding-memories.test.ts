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
    expect(bodiesOf('browser_action', { action: 'click', selector: '#buy' })).toEqual([
      { kind: 'action', body: 'browser click (selector: #buy)' },
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
