import { afterAll, beforeAll, describe } from '@jest/globals';
import { openSession, type DatabaseSession } from '@strata/testkit/database-session';
import { recordStatements, type RecordedStatement } from '@strata/testkit/statement-recorder';
import { describeOnDatabase, type TestDatabase } from '@strata/testkit/test-databases';
import { newTenant, type NewTenant } from './fixtures/new-tenant.ts';
import { catalogRules } from './tenancy/catalog-rules.ts';
import { readCatalog, type Catalog } from './tenancy/catalog.ts';
import { createTenancyFixture } from './tenancy/tenancy-fixture.ts';
import { formTeam, knockAtVaults, letExpire, liveThrough, partWith, welcome } from './tenancy/tenant-activity.ts';
import { replayRules } from './tenancy/replay-rules.ts';
import { rowRules } from './tenancy/row-rules.ts';
import { namesOf, type KnownOwner } from './tenancy/owners.ts';

describeOnDatabase('the wall between tenants', (backend) => {
  let database: TestDatabase;
  let session: DatabaseSession;
  let catalog: Catalog;
  let recorded: readonly RecordedStatement[];
  let ours: KnownOwner;
  let theirs: KnownOwner;

  beforeAll(async () => {
    database = await backend.start();
    const system = await createTenancyFixture(database);
    session = await openSession(database.connection);
    catalog = await readCatalog(session);
    const recorder = recordStatements(catalog.settings);
    const [us, them] = [await newTenant(system.base), await newTenant(system.base)];
    for (const tenant of [us, them]) {
      // First: of statements that run often, those that ran first are looked at.
      await formTeam(tenant);
      await letExpire(tenant);
      await knockAtVaults(tenant);
      await liveThrough(tenant, 'live');
      await welcome(tenant, system.provider);
      await partWith(tenant);
    }
    await liveThrough(us, 'test');
    // Closed, so that nothing changes while rows are compared, and what is counted in memory is written.
    await system.close();
    recorder.stop();
    ({ statements: recorded } = recorder);
    [ours, theirs] = [await known(us), await known(them)];
  }, 120_000);
  afterAll(async () => {
    await session.close();
    await database.close();
  });

  const known = async ({ tenantId }: NewTenant): Promise<KnownOwner> => ({
    tenantId,
    names: await namesOf(session, catalog, { tenantId }),
  });

  describe('the catalog', () => {
    catalogRules(() => catalog);
  });
  describe('statements whose filter is another’s', () => {
    replayRules(() => ({ session, catalog, recorded, ours, theirs }));
  });
  describe('statements without a filter', () => {
    rowRules(() => ({ session, catalog, recorded, ours, theirs }));
  });
});
