import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Facts } from '@strata/contracts/schemas/policy-facts';
import type { Actor } from '@strata/kernel/actor';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import { migrateService } from '@strata/testkit/migrate-service';
import { describeOnDatabase, type TestDatabase } from '@strata/testkit/test-databases';
import { Client } from 'pg';
import { randomEntries } from './random-policies.ts';
import { seeded } from '@strata/testkit/seeded-random';
import { startSynthesisFixture, withoutId, type SynthesisFixture } from './synthesis-fixture.ts';

const SCHEMA = {
  schema: 'synthesis',
  role: 'strata_synthesis',
  extraRoles: ['strata_synthesis_search'],
  migrations: new URL('../migrations', import.meta.url),
};
const COLUMNS = `tenant_id, environment, id, revision, kind, subtype, agent_id, namespace_id, tags, session_id, "position",
  occurred_at, body, tokens, features`;
/** The lexemes that 004 adds, with the mark of the tenant scope. */
const NEW_LEXEME = '^[0-9a-f]{10}:(id=|namespace=|in=namespace$|of=agent$)';

const scope: TenantScope = { tenantId: 'harbour', environment: 'live' };
const user: Actor = { type: 'user', id: 'usr_1', scopes: ['read'] };
const hidesByTag: Facts = {
  organizations: [
    {
      id: 'org_1',
      agents: [],
      members: [],
      namespaces: ['nsp_a', 'nsp_b', 'nsp_c', 'nsp_d', 'nsp_gone'].map((id) => ({
        id,
        sensitivity: 'public' as const,
        teamIds: [],
      })),
      policies: [
        {
          id: 'pol_1',
          name: 'no secrets',
          effect: 'deny',
          resource: 'memory:*',
          action: 'read',
          priority: 1,
          conditions: { 'resource.tags': 'no such tag' },
        },
      ],
    },
  ],
};

describeOnDatabase('An index written before migration 004', (backend) => {
  let fresh: SynthesisFixture;
  let old: SynthesisFixture;
  let database: TestDatabase;
  const entries = randomEntries(seeded(7), 60);

  beforeAll(async () => {
    fresh = await startSynthesisFixture(backend);
    await fresh.index(scope, entries);
    await fresh.index({ ...scope, environment: 'test' }, entries.slice(0, 20));
    database = await backend.startEmpty();
    await migrateService(database.connection, SCHEMA, '004');
    const rows = await fresh.sql<{ row: unknown }>(
      `select json_build_array(${COLUMNS}, array(
         select lexeme from unnest(tsvector_to_array(lexemes)) as lexeme where lexeme !~ $1)) as row
       from synthesis.entries`,
      [NEW_LEXEME],
    );
    await insertOldRows(
      database,
      rows.map(({ row }) => row as unknown[]),
    );
    old = await startSynthesisFixture(backend, {}, undefined, database);
  });
  afterAll(async () => {
    await old.close();
    await database.close();
    await fresh.close();
  });

  it.each(['document_frequencies', 'populations'])('has the same %s as a new one', async (table) => {
    const read = (fixture: SynthesisFixture) => fixture.sql(`select t::text from synthesis.${table} t order by 1`);
    const written = await read(fresh);
    expect(written.length).toBeGreaterThan(10);
    expect(await read(old)).toEqual(written);
  });

  it('has the same lexemes and lengths as a new one', async () => {
    const read = (fixture: SynthesisFixture) =>
      fixture.sql('select environment, id, terms, lexemes::text from synthesis.entries order by environment, id');
    expect(await read(old)).toEqual(await read(fresh));
  });

  it('returns the same packs as a new one, but for guides, whose sources it does not know', async () => {
    const queries = [{ query: 'boat quay' }, { query: 'storm', agentId: 'agt_1', tags: ['secret'] }];
    for (const request of [...queries.map((query) => ({ ...query, includeArtifacts: false })), {}])
      expect(withoutId(await old.synthesize(scope, { ...request, explain: true }))).toEqual(
        withoutId(await fresh.synthesize(scope, { ...request, explain: true })),
      );
  });

  it('hides artifacts under a policy about single memories until their sources are indexed', async () => {
    const shown = async (fixture: SynthesisFixture) => {
      await fixture.setPolicyFacts(scope.tenantId, hidesByTag);
      const pack = await fixture.synthesize(scope, { includeMemories: false, maxTokens: 10_000 }, user);
      return pack.sections.map(({ source }) => source).sort();
    };
    expect(await shown(old)).toEqual([]);
    const artifacts = entries.filter(({ type }) => type === 'artifact').map((entry) => ({ ...entry, revision: 2 }));
    await old.index(scope, artifacts);
    expect(await shown(old)).toEqual(await shown(fresh));
    expect((await shown(old)).length).toBeGreaterThan(0);
  });
});

async function insertOldRows({ connection }: TestDatabase, rows: readonly unknown[][]): Promise<void> {
  const client = new Client({ connectionString: connection.connectionString });
  await client.connect();
  try {
    for (const row of rows) {
      const places = row.map((_, i) =>
        i === row.length - 1 ? `array_to_tsvector($${String(i + 1)})` : `$${String(i + 1)}`,
      );
      await client.query(`insert into synthesis.entries (${COLUMNS}, lexemes) values (${places.join(', ')})`, row);
    }
  } finally {
    await client.end();
  }
}
