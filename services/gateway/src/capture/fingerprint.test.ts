import { describe, expect, it } from '@jest/globals';
import { fingerprintOf } from './fingerprint.ts';

const event = { type: 'message', sessionId: 's', payload: { role: 'user', content: ['hello'] } } as const;

describe('The fingerprint of an event', () => {
  it('does not depend on the order of keys', () => {
    const reordered = { payload: { content: ['hello'], role: 'user' }, sessionId: 's', type: 'message' } as const;
    expect(fingerprintOf(reordered)).toBe(fingerprintOf(event));
  });

  it('depends neither on the idempotency key nor on empty metadata', () => {
    expect(fingerprintOf({ ...event, idempotencyKey: 'k', metadata: {} })).toBe(fingerprintOf(event));
  });

  it.each([
    { ...event, type: 'tool_call' as const },
    { ...event, sessionId: 't' },
    { ...event, payload: { role: 'user', content: ['hello', 'hello'] } },
    { ...event, metadata: { source: 'cli' } },
  ])('changes with type, session, payload and metadata', (other) => {
    expect(fingerprintOf(other)).not.toBe(fingerprintOf(event));
  });
});
