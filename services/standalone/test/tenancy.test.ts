import { afterAll, beforeAll, describe } from '@jest/globals';
import { openSession, type DatabaseSession } from '@strata/testkit/database-session';
import { recordStatements } from '@strata/testkit/statement-recorder';
import { describeOnDatabase, type TestDatabase } from '@strata/testkit/test-databases';
import { newTenant, type NewTenant } from './fixtures/new-tenant.ts';
import { catalogRules } from './tenancy/catalog-rules.ts';
import { readCatalog } from './tenancy/catalog.ts';
import type { Recording } from './tenancy/recording.ts';
import { replayRules } from './tenancy/replay-rules.ts';
import { readIdentifiers, type IdentifiedTenant } from './tenancy/row-scopes.ts';
import { rowRules } from './tenancy/row-rules.ts';
import { createTenancyFixture } from './tenancy/tenancy-fixture.ts';
import {
  callAsProviderUser,
  callAsRemovedMember,
  callEveryOperation,
  createTeamWithMember,
  deleteByLifecyclePolicy,
  failToStore,
  askOften,
  nameCustomer,
  requestForeignVaults,
} from './tenancy/tenant-activity.ts';

describeOnDatabase('tenant isolation in the database', (backend) => {
  let database: TestDatabase;
  let session: DatabaseSession;
  let recording: Recording;

  beforeAll(async () => {
    database = await backend.start();
    const system = await createTenancyFixture(database);
    session = await openSession(database.connection);
    const catalog = await readCatalog(session);
    const recorder = recordStatements(catalog.settings);
    const tenants = [await newTenant(system.base), await newTenant(system.base)] as const;
    for (const tenant of tenants) {
      // Before the loop over all operations: of a frequent statement only the first sets of values are replayed.
      await createTeamWithMember(tenant);
      // Before there are policies, under which a copy of the index may not be read.
      await nameCustomer(tenant, system.bus);
      await askOften(tenant);
      await deleteByLifecyclePolicy(tenant);
      await requestForeignVaults(tenant);
      await callEveryOperation(tenant, 'live');
      await callAsProviderUser(tenant, system.provider);
      await callAsRemovedMember(tenant);
      await failToStore(tenant, system.bus);
    }
    const [owner, stranger] = tenants;
    await callEveryOperation(owner, 'test');
    // Services write buffered counts when they close. After that no row changes.
    await system.close();
    recorder.stop();
    const identified = async ({ tenantId }: NewTenant): Promise<IdentifiedTenant> => ({
      tenantId,
      identifiers: await readIdentifiers(session, catalog, { tenantId }),
    });
    recording = {
      session,
      catalog,
      statements: recorder.statements,
      owner: await identified(owner),
      stranger: await identified(stranger),
    };
  });
  afterAll(async () => {
    await session.close();
    await database.close();
  });

  describe('the catalog', () => {
    catalogRules(() => recording.catalog);
  });
  describe('replays of recorded statements', () => {
    replayRules(() => recording);
  });
  describe('statements without a condition', () => {
    rowRules(() => recording);
  });
});
