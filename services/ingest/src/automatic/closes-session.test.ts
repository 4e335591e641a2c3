import { expect, test } from '@jest/globals';
import { closesSession } from './closes-session.ts';

test.each([{ resolved: true }, { resolved: false }, { task_success: 1 }, { goalReached: 'no' }])(
  'The verdict %j closes a session',
  (payload) => {
    expect(closesSession({ payload, metadata: {} })).toBe(true);
  },
);

test('An event that says sessionEnd closes its session, with the value true only', () => {
  expect(closesSession({ payload: {}, metadata: { sessionEnd: true } })).toBe(true);
  for (const sessionEnd of [false, 'true', '2026-05-08', 1, null])
    expect(closesSession({ payload: {}, metadata: { sessionEnd } })).toBe(false);
});

test.each([{}, { passed: true }, { reward: 1 }, { resolved: null }, { resolved: {} }, { result: { resolved: true } }])(
  'The payload %j closes no session',
  (payload) => {
    expect(closesSession({ payload, metadata: {} })).toBe(false);
  },
);
