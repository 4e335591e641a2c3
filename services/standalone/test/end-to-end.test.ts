import { afterAll, beforeAll, describe } from '@jest/globals';
import { badInputRules } from './end-to-end/bad-input-rules.ts';
import { coreLoopRules } from './end-to-end/core-loop-rules.ts';
import { isolationRules } from './end-to-end/isolation-rules.ts';
import { organizationRules } from './end-to-end/organization-rules.ts';
import { describeOnSystems } from './fixtures/system-fixture.ts';
import type { RunningSystem } from './fixtures/new-tenant.ts';
import { usageRules } from './end-to-end/usage-rules.ts';
import { vaultRules } from './end-to-end/vault-rules.ts';

describeOnSystems('from end to end', (start) => {
  let system: RunningSystem;
  beforeAll(async () => {
    system = await start({ settings: { DEFAULT_PLAN: 'enterprise' } });
  }, 60_000);
  afterAll(() => system.close());

  describe('the core loop', () => {
    coreLoopRules(() => system);
  });
  describe('isolation', () => {
    isolationRules(() => system);
  });
  describe('usage', () => {
    usageRules(() => system);
  });
  describe('organizations', () => {
    organizationRules(() => system);
  });
  describe('vaults', () => {
    vaultRules(() => system);
  });
  describe('bad input', () => {
    badInputRules(() => system);
  });
});
