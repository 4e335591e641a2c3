import { afterAll, beforeAll, describe } from '@jest/globals';
import { newTenant } from './fixtures/new-tenant.ts';
import { createResources } from './fixtures/resources.ts';
import { describeOnSystem, UNLIMITED, type RunningSystem } from './fixtures/system-fixture.ts';
import { createScopeFixture, type ScopeFixture } from './fixtures/scope-fixture.ts';
import { accessLogRules } from './governance/access-log-rules.ts';
import { auditLogRules } from './governance/audit-log-rules.ts';
import { deniedDataRules } from './governance/denied-data-rules.ts';
import { enforcementRules } from './governance/enforcement-rules.ts';
import { permissionMatrixRules } from './governance/permission-matrix-rules.ts';
import { writerRules } from './governance/writer-rules.ts';

describeOnSystem('Governance', (start) => {
  let system: RunningSystem;
  beforeAll(async () => {
    system = await start({ settings: UNLIMITED });
  });
  afterAll(() => system.close());

  describe('permissions', () => {
    let fixture: ScopeFixture;
    beforeAll(async () => {
      fixture = await createScopeFixture(await newTenant(system.base), 'live');
      await createResources(fixture);
    });
    permissionMatrixRules(
      () => system.base,
      () => fixture,
    );
  });
  describe('policies', () => {
    deniedDataRules(() => system.base);
    enforcementRules(() => system.base);
    writerRules(() => system.base);
  });
  describe('logs', () => {
    auditLogRules(() => system.base);
    accessLogRules(() => system.base);
  });
});
