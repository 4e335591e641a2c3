import { expect, test } from '@jest/globals';
import { eventText, speakerOf } from './event-text.ts';

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
