import { expect, test } from '@jest/globals';
import { openSession, type DatabaseSession } from '@strata/testkit/database-session';
import { recordStatements } from '@strata/testkit/statement-recorder';
import { describeOnDatabase } from '@strata/testkit/test-databases';
import { learnFixture, tenant } from './learn-fixture.ts';
import { supportEvents } from './support-events-fixture.ts';

/** So many that the planner, without statistics, finds a walk through the tenant as cheap as a look-up. */
const MEMORIES = `
  insert into learn.memories (tenant_id, environment, id, session_id, position, kind, content, body, dates, tags, importance,
                              confidence, token_count, valid_from)
  select $1, $2, 'mem_' || md5(place::text), 'run', place, 'fact', repeat('word ', 30), '', '{}', '{}', 0.5, 0.5, 30, now()
  from generate_series(1, 4000) as place`;

/** Steps of another tenant, of which the statistics know; then those of the tenant, of which they know nothing. */
const STEPS = `
  insert into learn.steps (tenant_id, environment, agent_id, namespace_id, session_id, event_id, part, seq, step, occurred_at)
  select $1, $2, 'agent', '', 'run-' || place % 100, 'evt_' || md5($1 || place::text), 0, place, repeat('x', 200), now()
  from generate_series(1, $3::integer) as place`;

/** Memories that several people say alike: as many as one page of events may state. */
const STATED = 300;

/** What PostgreSQL itself runs for the foreign key of a claim. */
const FOREIGN_KEY = `
  select 1 from only learn.memories where tenant_id = $1 and environment = $2 and id = $3 for key share`;

describeOnDatabase('Look-ups of memories', (backend) => {
  let owner: DatabaseSession;
  const { neighbours, learn } = learnFixture(backend, {
    start: async (stack, _bus, connection) => {
      owner = stack.use(await openSession(connection));
    },
  });

  test('walk through no tenant while a claim is linked, also before the table is analyzed', async () => {
    const context = tenant();
    const { tenantId, environment } = context.scope;
    const talk = supportEvents().slice(0, 2);
    const said = ['I live in Boston.', 'I live in San Diego now.'];
    neighbours.addEvents(
      context.scope,
      talk.map((event, at) => ({ ...event, payload: { role: 'user', content: said[at] } })),
    );
    const recorder = recordStatements(['strata.tenant_id', 'strata.environment']);
    try {
      await learn(context);
    } finally {
      recorder.stop();
    }
    const linking = recorder.statements.filter(({ text }) => /\bfrom claims\b|update memories/u.test(text));
    expect(linking.length).toBeGreaterThan(3);

    await owner.rolledBack(async () => {
      await owner.query(MEMORIES, [tenantId, environment]);
      for (const { text, values, role, searchPath, settings } of linking) {
        const own = { ...settings, role, search_path: searchPath };
        expect(await walksOf({ sql: text, values, settings: own })).toEqual([]);
      }
      expect(await walksOf({ sql: FOREIGN_KEY, values: [tenantId, environment, 'mem_1'], settings: {} })).toEqual([]);
    });
  });

  test('walk through no tenant while memories are read for the index, also if the statistics know other tenants only', async () => {
    const context = tenant();
    const { tenantId, environment } = context.scope;
    neighbours.addEvents(context.scope, supportEvents());
    const recorder = recordStatements(['strata.tenant_id', 'strata.environment']);
    try {
      await learn(context);
    } finally {
      recorder.stop();
    }
    const reading = recorder.statements.filter(({ text }) => text.includes('from memory_events link'));
    expect(reading).not.toEqual([]);

    await owner.rolledBack(async () => {
      await owner.query('delete from learn.steps where tenant_id = $1', [tenantId]);
      await owner.query(STEPS, [`${tenantId}_other`, environment, 1_000]);
      await owner.query('analyze learn.steps');
      await owner.query(STEPS, [tenantId, environment, 13_000]);
      for (const { text, values, role, searchPath, settings } of reading) {
        const own = { ...settings, role, search_path: searchPath };
        expect(await walksOf({ sql: text, values, settings: own }, 'steps')).toEqual([]);
      }
    });
  });

  test('walk through no tenant while statements of many people are weighed, also before the tables are analyzed', async () => {
    const context = tenant();
    const { tenantId, environment } = context.scope;
    const said = 'The depot in Ghent closes at six.';
    neighbours.addEvents(
      context.scope,
      supportEvents()
        .slice(0, 2)
        .map((event) => ({ ...event, payload: { role: 'user', content: said } })),
    );
    const recorder = recordStatements(['strata.tenant_id', 'strata.environment']);
    try {
      await learn(context);
    } finally {
      recorder.stop();
    }
    const weighing = recorder.statements.filter(({ text }) => text.includes('count(distinct voice)'));
    expect(weighing).not.toEqual([]);
    const keys = Array.from({ length: STATED }, (_, nth) => `=${String(nth)}`);

    await owner.rolledBack(async () => {
      await owner.query(MEMORIES, [tenantId, environment]);
      for (const { text, values, role, searchPath, settings } of weighing) {
        const own = { ...settings, role, search_path: searchPath };
        const ofMany = [...values.slice(0, 2), keys, ...values.slice(3)];
        expect(await walksOf({ sql: text, values: ofMany, settings: own })).toEqual([]);
      }
    });
  });

  /** The scans of a table in a plan that do not begin with what is looked up. */
  const walksOf = async (
    { sql, ...rest }: Parameters<DatabaseSession['attempt']>[0],
    table = 'memories',
  ): Promise<string[]> => {
    const plan = await owner.attempt({ ...rest, sql: `explain ${sql}` });
    expect(plan.error).toBeUndefined();
    const lines = plan.rows.map(([line]) => String(line));
    const isLookUp = /Cond: .*\b(?:id|event_id|replaced_by) = /u;
    const isScan = new RegExp(`Scan .*\\bon ${table}\\b`, 'u');
    return lines.filter((line, at) => isScan.test(line) && !isLookUp.test(lines[at + 1] ?? ''));
  };
});
