import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { Database } from '@strata/platform/database/database';
import type { Check } from '@strata/platform/reconcile/check';
import { statementCheck } from '@strata/platform/reconcile/statement-check';
import { reopenReplaced } from '../pg-claims.ts';
import { addToIndexOutbox } from '../pg-index-outbox.ts';
import { readAll } from './reconciler.ts';

const MOST = 20_000;

/** $1: a tenant, or null for all; $2: ids, or null for all. */
const find = (from: string, id: string, message: string, where: string): string => `
  select tenant_id as "tenantId", environment, ${id} as id, '${message}' as message from ${from}
  where (${where}) and ($1::text is null or tenant_id = $1) and ($2::text[] is null or ${id} = any($2)) limit ${String(MOST)}`;

const isMissing = (table: string, link: string, column: string): string => `
  not exists (select from ${table} as kept where kept.id = ${link}.${column} and kept.tenant_id = ${link}.tenant_id
                and kept.environment = ${link}.environment)`;

const WITHOUT_EVENTS = find(
  'memories',
  'id',
  'the memory rests on no event',
  `not exists (select from memory_events as link where link.memory_id = memories.id and link.tenant_id = memories.tenant_id
                 and link.environment = memories.environment)`,
);
const EVENTS_OF_NOTHING = find(
  'memory_events',
  `memory_id || ' ' || event_id`,
  'the memory of a link to an event does not exist',
  isMissing('memories', 'memory_events', 'memory_id'),
);
const MEMORIES_OF_NOTHING = find(
  'artifact_memories',
  `artifact_id || ' ' || memory_id`,
  'the artifact or the memory of a link does not exist',
  `${isMissing('artifacts', 'artifact_memories', 'artifact_id')} or ${isMissing('memories', 'artifact_memories', 'memory_id')}`,
);
const REPLACED_BY_NOTHING = find(
  'memories',
  'replaced_by',
  'the memory that replaced others does not exist',
  `replaced_by is not null and not exists (
     select from memories as newer where newer.id = memories.replaced_by and newer.tenant_id = memories.tenant_id
       and newer.environment = memories.environment)`,
);

const UNLINK_EVENTS = `
  delete from memory_events as link using unnest($3::text[], $4::text[]) as given (memory_id, event_id)
  where link.tenant_id = $1 and link.environment = $2 and link.memory_id = given.memory_id and link.event_id = given.event_id`;

/** The search index is told: what an artifact rests on decides who may see it. */
const UNLINK_MEMORIES = `
  with gone as (
    delete from artifact_memories as link using unnest($3::text[], $4::text[]) as given (artifact_id, memory_id)
    where link.tenant_id = $1 and link.environment = $2 and link.artifact_id = given.artifact_id
      and link.memory_id = given.memory_id returning link.artifact_id)
  update artifacts set revision = nextval('revisions')
  where tenant_id = $1 and environment = $2 and id in (select artifact_id from gone) returning id`;

/** The two ids of each link, as columns after the tenant scope. */
const linkColumns = ({ tenantId, environment }: TenantScope, ids: readonly string[]): unknown[] => {
  const links = ids.map((id) => id.split(' '));
  return [tenantId, environment, links.map(([first]) => first), links.map(([, second]) => second)];
};

/** The lineage: memories with their events, artifacts with their memories, replaced memories with newer ones. */
export const evidenceChecks = (database: Database): Check[] => [
  statementCheck({
    name: 'evidence',
    compares: 'Each memory with links to the events that it rests on',
    advice: 'Where it comes from is lost: compare with a back-up, or delete the memory.',
    find: (...of) => readAll(database, WITHOUT_EVENTS, of),
  }),
  statementCheck({
    name: 'links-to-events',
    compares: 'Each link between a memory and an event with the memory',
    advice: '--repair deletes the link.',
    find: (...of) => readAll(database, EVENTS_OF_NOTHING, of),
    repairIn: async (scope, ids) => {
      await database.inTenant(scope, (tx) => tx.execute(UNLINK_EVENTS, linkColumns(scope, ids)));
    },
  }),
  statementCheck({
    name: 'links-to-memories',
    compares: 'Each link between an artifact and a memory with both',
    advice: '--repair deletes the link, and sends the artifact to the search index.',
    find: (...of) => readAll(database, MEMORIES_OF_NOTHING, of),
    repairIn: (scope, ids) =>
      database.inTenant(scope, async (tx) => {
        const artifacts = await tx.query<{ id: string }>(UNLINK_MEMORIES, linkColumns(scope, ids));
        await addToIndexOutbox(
          tx,
          scope,
          artifacts.map(({ id }) => id),
        );
      }),
  }),
  statementCheck({
    name: 'replaced-memories',
    compares: 'Each replaced memory with the newer one',
    advice: '--repair lets the replaced memory hold again, until it is compared anew.',
    find: (...of) => readAll(database, REPLACED_BY_NOTHING, of),
    repairIn: (scope, ids) => database.inTenant(scope, (tx) => reopenReplaced(tx, scope, [...new Set(ids)])),
  }),
];
