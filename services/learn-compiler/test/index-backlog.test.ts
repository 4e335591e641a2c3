import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { newId } from '@strata/kernel/ids';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { Database } from '@strata/platform/database/database';
import { openAll, type Closeable } from '@strata/platform/lifecycle/closeable';
import { describeOnDatabase } from '@strata/testkit/test-databases';
import { readBacklog } from '../src/adapters/pg-index-outbox.ts';
import { openLearnDatabase } from './knowledge-store-fixture.ts';

const MEMORIES = 60_000;
const BATCH = 500;

const FILL = `
  with of_event as (select number, 'm' || number as memory, 'e' || number as event, 's' || number % 40 as session
                    from generate_series(1, ${String(MEMORIES)}) as number),
  said as (insert into steps (tenant_id, environment, agent_id, namespace_id, session_id, event_id, part, seq, step, occurred_at)
           select $1, $2, 'clerk', '', session, event, 0, number, '{}', now() from of_event),
  kept as (insert into memories (tenant_id, environment, id, agent_id, session_id, position, kind, content, body, dates, tags,
                                 importance, confidence, token_count, valid_from)
           select $1, $2, memory, 'clerk', session, number, 'fact', 'x', 'x', '{}', '{}', 0, 0, 1, now() from of_event),
  linked as (insert into memory_events (tenant_id, environment, memory_id, event_id) select $1, $2, memory, event from of_event)
  insert into index_outbox (tenant_id, environment, entry_id) select $1, $2, memory from of_event`;

describeOnDatabase('The backlog of the search index', (backend) => {
  let host: Closeable;
  let database: Database;

  beforeAll(async () => {
    host = await openAll(async (stack) => {
      database = await openLearnDatabase(stack, backend);
      return stack;
    });
  });
  afterAll(() => host.close());

  test('looks up the sessions of each memory, also in tables that the planner knows nothing of', async () => {
    const scope: TenantScope = { tenantId: newId('ten'), environment: 'live' };
    await database.inTenant(scope, (tx) => tx.execute(FILL, [scope.tenantId, scope.environment]));

    // A walk through all steps for each memory would be ended by the time limit of statements.
    const batch = await readBacklog(database, scope, BATCH);

    const sent = batch?.changes.map((entry) => entry.type === 'memory' && [entry.id, entry.sessions]);
    expect(sent).toHaveLength(BATCH);
    expect(sent).toContainEqual(['m7', ['s7']]);
  });
});
