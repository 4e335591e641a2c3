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

  /** The scans of memories in a plan that do not begin with an id. */
  const walksOf = async ({ sql, ...rest }: Parameters<DatabaseSession['attempt']>[0]): Promise<string[]> => {
    const plan = await owner.attempt({ ...rest, sql: `explain ${sql}` });
    expect(plan.error).toBeUndefined();
    const lines = plan.rows.map(([line]) => String(line));
    const isLookUp = /Cond: .*\b(?:id|replaced_by) = /u;
    return lines.filter((line, at) => /Scan .*\bon memories\b/u.test(line) && !isLookUp.test(lines[at + 1] ?? ''));
  };
});
