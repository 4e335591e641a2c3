import { expect, test } from '@jest/globals';
import { eventText, speakerOf, trimmedEvent } from './event-text.ts';

test('An event reads as what was said, and by whom', () => {
  const event = { type: 'message', payload: { role: 'Maya', content: 'Good morning.' } };
  expect(eventText(event)).toBe('Good morning.');
  expect(speakerOf(event)).toBe('Maya');
});

test('An event without a text reads as its payload, and its type speaks', () => {
  const event = { type: 'tool_result', payload: { ok: true } };
  expect(eventText(event)).toBe('{"ok":true}');
  expect(speakerOf(event)).toBe('tool result');
});

test('A long text is cut', () => {
  expect(eventText({ type: 'message', payload: { content: 'a'.repeat(9_000) } })).toHaveLength(2_001);
});

test('A trimmed event reads as before, without the rest of its payload', () => {
  const payload = { tool: 'bash', command: 'make '.repeat(1_000), output: 'x'.repeat(50_000) };
  const event = { type: 'tool_call', payload, metadata: { large: true } };
  const trimmed = trimmedEvent(event);
  expect([speakerOf(trimmed), eventText(trimmed)]).toEqual([speakerOf(event), eventText(event)]);
  expect(JSON.stringify(trimmed).length).toBeLessThan(2_200);
});
