import { expect, test } from '@jest/globals';
import { eventText, speakerOf, trimmedEvent } from './event-text.ts';

test('An event reads as what was said, and by whom', () => {
  const event = { type: 'message', payload: { role: 'Maya', content: 'Good morning.' } };
  expect(eventText(event)).toBe('Good morning.');
  expect(speakerOf(event)).toBe('Maya');
});

test.each([
  [
    'message',
    {
      content: [
        { type: 'text', text: 'Hello' },
        { type: 'text', text: 'you' },
      ],
    },
    'Hello\nyou',
  ],
  ['tool_call', { tool_name: 'charge', input: { order: 'o-7', lines: [1, 2] } }, 'charge(order: o-7, lines: [1, 2])'],
  ['tool_call', { tool_name: 'Bash', input: { command: 'npm test' } }, 'Bash: npm test'],
  ['tool_call', { tool: 'charge', arguments: '{"order":"o-7"}' }, 'charge(order: o-7)'],
  ['tool_result', { tool_name: 'get', output: { state: 'paid', by: { id: 1 } } }, 'get: state: paid, by: (id: 1)'],
  ['tool_result', { tool_name: 'get', output: 'no such order', success: false }, 'get failed: no such order'],
  ['file_edit', { path: 'src/a.ts', summary: 'Add a test', diff: '+a' }, 'src/a.ts: Add a test'],
  ['file_edit', { path: 'src/a.ts', summary: 'Add', success: false, error: 'stale' }, 'src/a.ts failed: stale'],
  ['test_run', { name: 'CI', passed: false, output: '1 failed' }, 'CI failed: 1 failed'],
  ['test_run', { name: 'CI', passed: true }, 'CI passed'],
  ['command_exec', { command: 'make', exitCode: 2, output: 'no rule' }, 'make (exit code 2)\nno rule'],
  [
    'browser_action',
    { action: 'open', url: 'https://shop.test/', result: 'A list' },
    'open https://shop.test/: A list',
  ],
  [
    'api_result',
    { method: 'GET', url: '/orders/7', statusCode: 404, body: { error: 'gone' } },
    'GET /orders/7 404: error: gone',
  ],
])('A %s of %j reads as words', (type, payload, text) => {
  expect(eventText({ type, payload })).toBe(text);
});

test('An event of which nothing is known reads as its payload, and its type speaks', () => {
  const event = { type: 'tool_result', payload: { ok: true, 'a b': null, text: '[not JSON' } };
  expect(eventText(event)).toBe('[not JSON');
  expect(eventText({ type: 'tool_call', payload: { ok: true } })).toBe('ok: true');
  expect(speakerOf(event)).toBe('tool result');
});

test('A long text is cut', () => {
  expect(eventText({ type: 'message', payload: { content: 'a'.repeat(9_000) } })).toHaveLength(2_001);
});

test('A trimmed event reads as before, without the rest of its payload', () => {
  const payload = { tool: 'bash', command: 'make '.repeat(1_000), output: 'x'.repeat(50_000) };
  const event = { type: 'command_exec', payload, metadata: { large: true } };
  const trimmed = trimmedEvent(event);
  expect([speakerOf(trimmed), eventText(trimmed)]).toEqual([speakerOf(event), eventText(event)]);
  expect(JSON.stringify(trimmed).length).toBeLessThan(2_200);
});
