import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { inviteMember } from '@strata/contracts/operations/organizations';
import type { Database } from '@strata/platform/database/database';
import { describeOnDatabases } from '@strata/testkit/test-databases';
import { createHash } from 'node:crypto';
import { LOOKUP_ROLE } from '../src/adapters/organization-schema.ts';
import { startRig, type Rig } from './rig.ts';

const ours = { tenantId: 'harbour', environment: 'live' } as const;
const TABLES = ['organizations', 'members'];

/** As if every filter had been forgotten in the service's own statements: the database alone keeps the tenants apart. */
describeOnDatabases('The wall in the database', (backend) => {
  let rig: Rig;
  let database: Database;
  const tokens: string[] = [];
  beforeAll(async () => {
    rig = await startRig(backend);
    ({ database } = rig);
    for (const tenantId of ['harbour', 'desert']) {
      const { orgId, owner } = await rig.found(rig.person(tenantId));
      const body = { email: 'guest@example.org', role: 'viewer' };
      tokens.push((await rig.ask(owner, inviteMember, { params: { orgId }, body })).invitationToken);
    }
  });
  afterAll(() => rig.close());

  test.each(TABLES)(
    'a statement without a filter reads, changes and deletes %s of its own tenant alone',
    async (table) => {
      const tenants = await database.inTenant(ours, (tx) => tx.query(`select distinct tenant_id from ${table}`));
      expect(tenants).toEqual([{ tenant_id: 'harbour' }]);
      const stranger = { ...ours, tenantId: 'nowhere' };
      await database.inTenant(stranger, async (tx) => {
        expect(await tx.execute(`update ${table} set name = 'x'`)).toBe(0);
        expect(await tx.execute(`delete from ${table}`)).toBe(0);
      });
      const all = await database.asRole('strata_enterprise_org', (tx) => tx.query(`select 1 from ${table}`));
      expect(all).toEqual([]);
    },
  );

  test('nothing can be written for another tenant, nor into its organization', async () => {
    const insert = (tenantId: string, id: string) =>
      database.inTenant(ours, (tx) =>
        tx.execute(
          `insert into members (tenant_id, organization_id, id, user_id, role, created_at, joined_at)
           values ($1, $2, $3, 'usr_x', 'owner', now(), now())`,
          [tenantId, id, `mbr_${tenantId}`],
        ),
      );
    const [foreign] = await database.inTenant({ ...ours, tenantId: 'desert' }, (tx) =>
      tx.query<{ id: string }>('select id from organizations'),
    );
    await expect(insert('desert', foreign?.id ?? '')).rejects.toMatchObject({ code: '42501' });
    await expect(insert('harbour', foreign?.id ?? '')).rejects.toMatchObject({ code: '23503' });
  });

  test('a look-up sees where the one invitation belongs whose token it holds, and can change nothing', async () => {
    const hash = createHash('sha256').update(String(tokens[1])).digest('hex');
    const lookUp = (sql: string, wanted = hash) =>
      database.asRole(LOOKUP_ROLE, async (tx) => {
        await tx.query("select set_config('strata.lookup', $1, true)", [wanted]);
        return tx.query(sql);
      });
    expect(await lookUp('select tenant_id from members')).toEqual([{ tenant_id: 'desert' }]);
    expect(await lookUp('select tenant_id from members', '')).toEqual([]);
    for (const sql of [
      'select email from members',
      'select * from organizations',
      "update members set role = 'owner'",
      'delete from members',
    ])
      await expect(lookUp(sql)).rejects.toMatchObject({ code: '42501' });
  });
});
