import { afterAll, beforeAll, describe } from '@jest/globals';
import { describeOnSystems } from './fixtures/system-fixture.ts';
import type { RunningSystem } from './fixtures/new-tenant.ts';
import { enforcementRules } from './governance/enforcement-rules.ts';
import { permissionMatrixRules } from './governance/permission-matrix-rules.ts';
import { recordRules } from './governance/record-rules.ts';

describeOnSystems('governance', (start) => {
  let system: RunningSystem;
  beforeAll(async () => {
    system = await start({ settings: { DEFAULT_PLAN: 'enterprise', ANONYMOUS_REQUESTS_PER_MINUTE: '1000000' } });
  }, 60_000);
  afterAll(() => system.close());

  describe('permissions', () => {
    permissionMatrixRules(() => system);
  });
  describe('policies', () => {
    enforcementRules(() => system);
  });
  describe('records', () => {
    recordRules(() => system);
  });
});
