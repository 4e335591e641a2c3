import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Database } from '@strata/platform/database/database';
import { expectLabelled } from '@strata/testkit/expect-labelled';
import { describeOnDatabase } from '@strata/testkit/test-databases';
import { artifact, memory, startSynthesisFixture, type SynthesisFixture } from './synthesis-fixture.ts';

const ours = { tenantId: 'harbour', environment: 'live' } as const;
const theirs = { tenantId: 'desert', environment: 'live' } as const;
const TABLES = [
  'entries',
  'document_frequencies',
  'populations',
  'removed_entries',
  'synthesis_counts',
  'artifact_sources',
  'command_outbox',
  'packs',
  'feedback_counts',
];

/** Statements without the service's own filters: row-level security keeps the tenants apart. */
describeOnDatabase('The database', (backend) => {
  let fixture: SynthesisFixture;
  let database: Database;
  beforeAll(async () => {
    fixture = await startSynthesisFixture(backend);
    database = fixture.openServiceDatabase();
    for (const scope of [ours, theirs]) {
      const gone = memory('A removed pearl');
      const pearl = memory(`A pearl and a ${scope.tenantId}`);
      await fixture.index(scope, [pearl, gone, artifact('Diving', { sourceMemories: [pearl.id] })]);
      await fixture.sql("insert into synthesis.command_outbox values (default, $1, $2, 'not a command', '{}', '{}')", [
        scope.tenantId,
        scope.environment,
      ]);
      await fixture.remove(scope, [gone.id]);
      const { packId } = await fixture.synthesize(scope, { query: 'pearl' });
      await fixture.feedback(scope, { packId, outcome: 'success' });
      await fixture.usage(scope, '2024-01-01');
    }
  });
  afterAll(async () => {
    await database.close();
    await fixture.close();
  });

  it('lets a statement without a filter read only rows of its own tenant', async () => {
    for (const table of TABLES) {
      const tenants = await database.inTenant(ours, (tx) =>
        tx.query<{ tenant: string }>(`select distinct tenant_id || '/' || environment as tenant from ${table}`),
      );
      expectLabelled(table, tenants).toEqual([{ tenant: 'harbour/live' }]);
    }
  });

  it('lets a statement without a filter change no row of another tenant, and write none', async () => {
    for (const table of TABLES)
      await database.inTenant({ ...ours, environment: 'test' }, async (tx) => {
        expectLabelled(table, await tx.execute(`delete from ${table}`)).toBe(0);
      });
    const foreign = database.inTenant(ours, (tx) =>
      tx.execute("insert into synthesis_counts values ('desert', 'live', '2024-01-01', 1)"),
    );
    await expect(foreign).rejects.toMatchObject({ code: '42501' });
  });

  it('lets the relay read the commands of every tenant, and no entries', async () => {
    await expect(
      database.asRole('strata_synthesis_relay', (tx) => tx.query('select 1 from entries')),
    ).rejects.toMatchObject({ code: '42501' });
    const relayed = await database.asRole('strata_synthesis_relay', (tx) =>
      tx.query<{ tenant: string }>('select tenant_id as tenant from command_outbox order by 1'),
    );
    expect(relayed).toEqual([{ tenant: 'desert' }, { tenant: 'harbour' }]);
  });

  it('lets the text search return only rows of the tenant of the transaction, whatever the query', async () => {
    const [all] = await fixture.sql<{ query: string }>(
      `select string_agg(quote_literal(lexeme), '|') as query
       from synthesis.entries, unnest(tsvector_to_array(lexemes)) as lexeme`,
    );
    expect(all?.query).toContain('desert');
    const [row] = await database.inTenant(ours, (tx) =>
      tx.query<{ features: string }>(
        "select find_candidates($1::tsquery, array['memory', 'artifact'], null) as features",
        [all?.query],
      ),
    );
    expect(row?.features).toContain('pearl harbour');
    expect(row?.features).not.toContain('desert');
    const counted = await database.inTenant(ours, (tx) =>
      tx.query<{ counted: { population: number[]; entries: unknown[] } }>(
        'select count_entries($1::tsquery, $1::tsquery) as counted',
        [all?.query],
      ),
    );
    expect(counted[0]?.counted.population).toEqual([1, 2, 1, expect.any(Number)]);
    expect(JSON.stringify(counted[0]?.counted.entries)).not.toContain('desert');
    const own = await fixture.sql<{ id: string }>(
      "select id from synthesis.entries where tenant_id = 'harbour' order by id",
    );
    const ids = await database.inTenant(ours, (tx) =>
      tx.query('select id from find_ids($1::tsquery) as id order by id', [all?.query]),
    );
    expect(ids).toEqual(own);
    const unbound = await database.asRole('strata_synthesis', (tx) =>
      tx.query("select find_candidates('a'::tsquery, array['memory'], 10) as features"),
    );
    expect(unbound).toEqual([{ features: null }]);
  });
});
