import { describe, expect, it } from '@jest/globals';
import type { Actor } from '@strata/kernel/actor';
import { decisionContextOf, principalOf } from './principal.ts';

const AGENT = 'agt_0123456789abcdef0123456789abcdef';
const free: Actor = { type: 'api_key', id: 'key_a', scopes: [] };
const bound: Actor = { ...free, agentId: AGENT };

describe('The principal of a request', () => {
  it('acts as the agent that its key is bound to, or else as the free-form agent that the request names', () => {
    expect([principalOf(bound, 'coder'), principalOf(bound)]).toMatchObject([{ agentId: AGENT }, { agentId: AGENT }]);
    expect(principalOf(free, 'coder')).toMatchObject({ agentId: 'coder' });
    for (const named of [undefined, null, AGENT]) expect(principalOf(free, named)).toMatchObject({ agentId: null });
  });

  it('decides in the environment of the request', () => {
    const context = { scope: { tenantId: 'ten_a', environment: 'test' }, actor: free, requestId: 'req_1' } as const;
    const now = new Date('2026-05-08T12:00:00Z');
    const principal = { id: 'key_a', agentId: 'coder', isSystem: false };
    expect(decisionContextOf(context, now, 'coder')).toEqual({ principal, environment: 'test', now });
  });
});
