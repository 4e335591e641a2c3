import { afterAll, afterEach, beforeAll, describe } from '@jest/globals';
import { deliveryRules } from './coding-agents/delivery-rules.ts';
import { startHooks, type HookFixture } from './coding-agents/hook-fixture.ts';
import { sessionRules } from './coding-agents/session-rules.ts';

describe('The hooks of coding agents', () => {
  let hooks: HookFixture;
  beforeAll(async () => {
    hooks = await startHooks();
  });
  afterEach(() => hooks.proxy.mend());
  afterAll(() => hooks.close());

  sessionRules(() => hooks);
  deliveryRules(() => hooks);
});
