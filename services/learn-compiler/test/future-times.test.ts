import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openSession, type DatabaseSession } from '@strata/testkit/database-session';
import { migrateService } from '@strata/testkit/migrate-service';
import { describeOnDatabase, type TestDatabase } from '@strata/testkit/test-databases';
import { LEARN_SCHEMA } from '../src/adapters/learn-schema.ts';

const FUTURE = '9999-12-31T00:00:00.000Z';
const ARRIVAL = '2026-05-08T10:00:00.123Z';
const PAST = '2026-05-01T00:00:00.000Z';

describeOnDatabase('What was compiled from events of the future before migration 007', (backend) => {
  let database: TestDatabase;
  let session: DatabaseSession;

  beforeAll(async () => {
    database = await backend.startEmpty();
    session = await openSession(database.connection);
    await migrateService(database.connection, LEARN_SCHEMA, '007');
    for (const [id, at] of [
      ['evt_future', FUTURE],
      ['evt_open', FUTURE],
      ['evt_past', PAST],
    ] as const) {
      const step = JSON.stringify({ eventId: id, seq: 1, at, kind: 'call', args: { z: '"at":"x"', at: FUTURE } });
      await session.query(
        `insert into learn.steps (tenant_id, environment, agent_id, namespace_id, session_id, event_id, part, seq, step, occurred_at)
         values ('ten_1', 'live', 'ops', '', 'run', $1, 0, $2, $3, $4)`,
        [id, Date.parse(ARRIVAL) * 1000, step, at],
      );
      await session.query(
        `insert into learn.memories (tenant_id, environment, id, session_id, position, kind, content, body, dates, tags,
                                     importance, confidence, token_count, valid_from, valid_to, created_at, updated_at)
         values ('ten_1', 'live', $1, 'run', 0, 'fact', '', '', '{}', '{}', 0.5, 0.5, 1, $2, $4, $3, $3)`,
        [id.replace('evt', 'mem'), at, ARRIVAL, id === 'evt_open' ? null : at],
      );
    }
    await migrateService(database.connection, LEARN_SCHEMA);
  });
  afterAll(async () => {
    await session.close();
    await database.close();
  });

  test('steps happened at the latest when their event arrived, in their own words too', async () => {
    const rows = await session.query<{ id: string; at: Date; step: string }>(
      'select event_id as id, occurred_at as at, step from learn.steps order by event_id',
    );
    const [future, , past] = rows.map(({ id, at, step }) => ({
      id,
      at: at.toISOString(),
      step: JSON.parse(step) as object,
    }));
    const args = { z: '"at":"x"', at: FUTURE };
    expect(future).toMatchObject({ id: 'evt_future', at: ARRIVAL, step: { at: ARRIVAL, args } });
    expect(past).toMatchObject({ id: 'evt_past', at: PAST, step: { at: PAST, args } });
    expect(rows.map(({ step }) => step.indexOf('"kind"') > step.indexOf('"at"'))).toEqual([true, true, true]);
  });

  test('memories hold at the latest from when they were compiled, and the index is updated', async () => {
    // A later migration made `last_said` of what was `valid_to`.
    const memories = await session.query<{ id: string; from: Date; last: Date }>(
      'select id, valid_from as from, last_said as last from learn.memories order by id',
    );
    expect(memories.map(({ id, from, last }) => [id, from.toISOString(), last.toISOString()])).toEqual([
      ['mem_future', ARRIVAL, ARRIVAL],
      ['mem_open', ARRIVAL, ARRIVAL],
      ['mem_past', PAST, PAST],
    ]);
    expect(await session.query('select entry_id as id from learn.index_outbox order by entry_id')).toEqual([
      { id: 'mem_future' },
      { id: 'mem_open' },
    ]);
  });
});
