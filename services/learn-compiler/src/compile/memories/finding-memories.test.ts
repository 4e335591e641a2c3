import { describe, expect, it } from '@jest/globals';
import { writtenEvent } from '../../../test/sessions-fixture.ts';
import { digestEvent } from '../digest-event.ts';
import type { CapturedEventType } from '../types.ts';

const told = (type: CapturedEventType, payload: unknown) =>
  digestEvent(writtenEvent(type, payload)).memories.map(({ kind, body }) => ({ kind, body }));

describe('memories of what was done', () => {
  it('tell results in compact words', () => {
    expect(
      told('tool_result', {
        tool_name: 'get_order',
        output: '{"order_id": "W1", "status": "pending", "items": [{"name": "lamp"}]}',
      }),
    ).toEqual([{ kind: 'finding', body: 'get_order returned: order_id: W1, status: pending, name: lamp' }]);
    expect(told('tool_result', { tool_name: 'get_order', output: 'Error: no such order' })).toEqual([
      { kind: 'error', body: 'get_order failed: Error: no such order' },
    ]);
  });

  it('tell calls that change something, and not calls that look', () => {
    expect(told('tool_call', { tool_name: 'cancel_order', input: { order_id: 'W1' } })).toEqual([
      { kind: 'action', body: 'called cancel_order (order_id: W1)' },
    ]);
    expect(told('tool_call', { tool_name: 'get_order', input: { order_id: 'W1' } })).toEqual([]);
  });

  it('tell commands, tests, edits, pages and responses', () => {
    expect(told('command_exec', { command: 'npm test', exitCode: 1, stderr: 'x\nError: 3 tests failed' })).toEqual([
      { kind: 'error', body: '`npm test` failed: Error: 3 tests failed' },
    ]);
    expect(told('test_run', { name: 'unit', passed: true })).toEqual([
      { kind: 'finding', body: 'test run unit passed' },
    ]);
    expect(told('file_edit', { path: 'src/a.ts', summary: 'clock as a port' })).toEqual([
      { kind: 'action', body: 'file src/a.ts (edited): clock as a port' },
    ]);
    expect(told('browser_action', { action: 'click', selector: '#buy' })).toEqual([
      { kind: 'action', body: 'browser click (selector: #buy)' },
    ]);
    expect(told('api_result', { method: 'GET', url: '/orders/7', status: 200, body: { state: 'open' } })).toEqual([
      { kind: 'finding', body: 'GET /orders/<id> returned: state: open' },
    ]);
  });

  it('are bounded', () => {
    for (const memory of digestEvent(writtenEvent('tool_result', { tool_name: 'dump', output: 'word '.repeat(50_000) }))
      .memories)
      expect(memory.content.length).toBeLessThan(600);
  });
});
