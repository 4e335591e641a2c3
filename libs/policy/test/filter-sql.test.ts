import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { ofEndUser } from '../src/end-users.ts';
import { all, passes, type Filter, type DataItem } from '../src/filter.ts';
import { createPolicyEngine } from '../src/policy-engine.ts';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import { describeOnBothDatabases, type TestDatabase } from '@strata/testkit/test-databases';
import { silentLogger } from '@strata/testkit/test-logger';
import fc from 'fast-check';
import { createDatabase } from '@strata/platform/database/create-database';
import type { Database } from '@strata/platform/database/database';
import { filterSql } from '../src/filter-sql.ts';
import { createMetrics } from '@strata/platform/metrics/create-metrics';
import { migrateNotes, NOTES_ROLE, NOTES_SCHEMA } from '../../platform/test/notes-schema.ts';
import { circumstances, event, facts, memory, principal } from './random-facts.ts';

const scope: TenantScope = { tenantId: 'ten_acme', environment: 'live' };
const RUNS = { seed: 20_260_301, numRuns: 200 };

const ROWS = `
  select position, id, namespace_id, agent_id, user_id, array(select json_array_elements_text(tags)) as tags
  from json_to_recordset($1) as given (position integer, id text, namespace_id text, agent_id text, user_id text, tags json)`;
const COLUMNS = { id: 'id', namespaceId: 'namespace_id', agentId: 'agent_id', userId: 'user_id', tags: 'tags' };

describeOnBothDatabases('A filter in SQL', (backend) => {
  let server: TestDatabase;
  let database: Database;

  beforeAll(async () => {
    server = await backend.startEmpty();
    await migrateNotes(server.connection);
    database = createDatabase({
      connection: server.connection,
      schema: NOTES_SCHEMA,
      role: NOTES_ROLE,
      max: 1,
      logger: silentLogger,
      metrics: createMetrics({ service: 'test' }),
    });
  });

  afterAll(async () => {
    await database.close();
    await server.close();
  });

  /** The positions of the items that pass in the database, and of those for which the condition is null. */
  async function selected(filter: Filter, subjects: readonly DataItem[]): Promise<number[]> {
    const rows = subjects.map(({ id, namespaceId, agentId, userId, tags }, position) => ({
      position,
      id,
      namespace_id: namespaceId,
      agent_id: agentId,
      user_id: userId,
      tags,
    }));
    const values: unknown[] = [JSON.stringify(rows)];
    const condition = filterSql(filter, COLUMNS, (value) => `$${String(values.push(value))}`);
    const found = await database.inTenant(scope, (tx) =>
      tx.query<{ position: number }>(
        `with given_row as materialized (${ROWS})
         select position from given_row where ${condition} or (${condition}) is null order by position`,
        values,
      ),
    );
    return found.map(({ position }) => position);
  }

  it('passes exactly the rows that pass it in memory', async () => {
    const about = fc.record({ userId: fc.constantFrom('ada', 'bo', null) });
    const item = fc.tuple(fc.oneof(event, memory), about).map(([one, user]) => ({ ...one, ...user }));
    const subjects = fc.array(item, { minLength: 1, maxLength: 12 });
    const check = fc.asyncProperty(facts, principal, circumstances, subjects, async (given, who, when, rows) => {
      const filters = createPolicyEngine(given).readFilters({ principal: who, ...when });
      const ofAda = [filters.event, filters.memory].map((filter) => all([filter, ofEndUser('ada')]));
      for (const filter of [filters.event, filters.memory, filters.artifact, ...ofAda])
        expect(await selected(filter, rows)).toEqual(
          rows.flatMap((row, position) => (passes(filter, row) ? [position] : [])),
        );
    });
    await fc.assert(check, RUNS);
  });

  it('accepts the filter of a thousand policies that allow and deny in turn', async () => {
    const policies = Array.from({ length: 1_000 }, (_, position) => ({
      id: `pol_${String(position)}`,
      name: 'One of many',
      priority: position,
      action: 'read' as const,
      effect: position % 2 === 0 ? ('allow' as const) : ('deny' as const),
      resource: `agent:agent-${String(position)}`,
      conditions: { 'resource.tags': { notIn: ['open'] } },
    }));
    const own = { id: 'org_a', namespaces: [], agents: [], members: [], policies };
    const engine = createPolicyEngine({ organizations: [own] });
    const user = { id: 'usr_0', agentId: null };
    const { memory: filter } = engine.readFilters({ principal: user, environment: 'live', now: new Date(0) });
    const rows = [0, 1, 998, 999].map((position) => ({
      id: 'mem_0',
      namespaceId: null,
      agentId: `agent-${String(position)}`,
      tags: [],
    }));
    expect(await selected(filter, rows)).toEqual([0, 2]);
  });
});
