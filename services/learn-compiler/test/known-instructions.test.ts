import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openSession, type DatabaseSession } from '@strata/testkit/database-session';
import { migrateService } from '@strata/testkit/migrate-service';
import { describeOnDatabase, type TestDatabase } from '@strata/testkit/test-databases';
import { LEARN_SCHEMA } from '../src/adapters/learn-schema.ts';

describeOnDatabase('Memories from before migration 015', (backend) => {
  let database: TestDatabase;
  let session: DatabaseSession;

  beforeAll(async () => {
    database = await backend.startEmpty();
    session = await openSession(database.connection);
    await migrateService(database.connection, LEARN_SCHEMA, '015');
    for (const [id, speaker, body] of [
      ['mem_wish', 'user', 'Always answer in French.'],
      ['mem_german', 'User', 'Ab jetzt antworte bitte auf Deutsch.'],
      ['mem_chinese', 'user', '以后请总是用中文回答。'],
      ['mem_program', 'assistant', 'I will always answer in French.'],
      ['mem_finding', null, 'It always returns 3.'],
      ['mem_other', 'user', 'The boat is blue.'],
    ] as const)
      await session.query(
        `insert into learn.memories (tenant_id, environment, id, session_id, position, kind, speaker, content, body, dates, tags,
                                     importance, confidence, token_count, valid_from)
         values ('ten_1', 'live', $1, 'run', 0, 'statement', $2, $3, $3, '{}', '{}', 0.5, 0.5, 1, now())`,
        [id, speaker, body],
      );
    await migrateService(database.connection, LEARN_SCHEMA);
  });
  afterAll(async () => {
    await session.close();
    await database.close();
  });

  test('are sent to the index again if they may be instructions of people', async () => {
    expect(await session.query('select entry_id as id from learn.index_outbox order by entry_id')).toEqual([
      { id: 'mem_chinese' },
      { id: 'mem_german' },
      { id: 'mem_wish' },
    ]);
  });
});
