import type { ErasedCounts, ErasureRequest } from '@strata/contracts/schemas/erasure';
import { subjectOf, type DescribedSubject, type Subject } from '@strata/kernel/erased-subject';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { Database, Transaction } from '@strata/platform/database/database';
import { readPage } from '@strata/platform/database/read-page';
import type { ErasedBatch, ErasureStore, Remaining } from '../erasing/erasure-store.ts';
import { JOB_COLUMNS, REQUESTED_BY } from './job-statements.ts';
import { toJob, type JobRow } from './pg-job-store.ts';
import { eraseEvidence } from './pg-retraction.ts';

const OWN = 'tenant_id = $1 and environment = $2';

const GET = `
  select subject, description, requested_at as until
  from erasures join jobs using (tenant_id, environment) where ${OWN} and job_id = $3 and id = job_id`;

const MEMORIES_OF = `select distinct memory_id as id from memory_events where ${OWN} and event_id = any($3)`;

/** Memories of findings are left out: a compilation makes them again. */
const SURVIVORS = `
  select distinct event_id as id from memory_events as link
  where link.tenant_id = $1 and link.environment = $2 and memory_id = any($3) and event_id <> all($4) and exists (
    select from memories where memories.tenant_id = $1 and memories.environment = $2 and memories.id = link.memory_id
      and fingerprint is null)`;

const COLUMNS = { user: 'user_id', agent: 'agent_id', session: 'session_id' } as const;

/** Steps are ordered by arrival, in microseconds. */
const stepsLeft = (type: Subject['type']): string => `
  from steps where ${OWN} and ${COLUMNS[type]} = $3
    and seq <= (extract(epoch from $4::timestamptz) * 1000000)::bigint`;

const memoriesLeft = (type: Subject['type']): string =>
  `from memories where ${OWN} and ${COLUMNS[type]} = $3 and created_at <= $4`;

/** Artifacts that wait to be compiled again. They are of no session, but of the learning scopes that it was in. */
const WITHDRAWN_LEFT: Readonly<Record<Subject['type'], string>> = {
  user: `from artifacts where ${OWN} and user_id = $3 and is_withdrawn`,
  agent: `from artifacts where ${OWN} and agent_id = $3 and is_withdrawn`,
  session: `
    from artifacts where ${OWN} and is_withdrawn and (coalesce(agent_id, ''), coalesce(namespace_id, '')) in (
      select agent_id, namespace_id from sessions where ${OWN} and session_id = $3)`,
};

/** Erasures in PostgreSQL. */
export const createPgErasureStore = (database: Database): ErasureStore => ({
  get: (scope, jobId) =>
    database.inTenant(scope, async (tx) => {
      const [row] = await tx.query<{ subject: ErasureRequest | null; description: DescribedSubject; until: Date }>(
        GET,
        [...keyed(scope), jobId],
      );
      if (!row?.subject) throw new Error(`The erasure ${jobId} has no subject`);
      return { jobId, subject: row.subject, description: row.description, until: row.until };
    }),

  restingOn: (scope, eventIds) =>
    database.inTenant(scope, async (tx) => batchOf(tx, scope, eventIds, await idsOf(tx, MEMORIES_OF, scope, eventIds))),

  leftOver: (scope, { subject, until }, limit) =>
    database.inTenant(scope, async (tx) => {
      const { type, id } = subjectOf(subject);
      const of = [id, until, limit];
      const eventIds = await idsOf(tx, `select distinct event_id as id ${stepsLeft(type)} limit $5`, scope, ...of);
      const memoryIds = await idsOf(tx, `select id ${memoriesLeft(type)} limit $5`, scope, ...of);
      return batchOf(tx, scope, eventIds, memoryIds);
    }),

  erase: (scope, jobId, { eventIds, memoryIds }, also) =>
    database.inTenant(
      scope,
      async (tx) => {
        const { withdrawn, ...erased } = await eraseEvidence(tx, scope, eventIds, memoryIds);
        await change(tx, scope, jobId, (removed) => ({
          ...removed,
          steps: removed.steps + erased.steps,
          memories: removed.memories + erased.memories,
          claims: removed.claims + erased.claims,
          artifacts: removed.artifacts + withdrawn,
          indexEntries: removed.indexEntries + also.indexEntries,
          packs: removed.packs + also.packs,
        }));
      },
      { retry: true },
    ),

  removed: (scope, jobId, events) =>
    database.inTenant(scope, (tx) => change(tx, scope, jobId, (removed) => ({ ...removed, events }))),

  remaining: (scope, { subject, until }) =>
    database.inTenant(scope, async (tx) => {
      const { type, id } = subjectOf(subject);
      const [row] = await tx.query<Remaining>(
        `select (select count(*) ${stepsLeft(type)})::integer as steps,
                (select count(*) ${memoriesLeft(type)})::integer as memories,
                (select count(*) ${WITHDRAWN_LEFT[type]})::integer as artifacts`,
        [...keyed(scope), id, until],
      );
      return row ?? { steps: 0, memories: 0, artifacts: 0 };
    }),

  list: (scope, by, page) =>
    database.inTenant(scope, async (tx) => {
      const from = `from erasures join jobs on jobs.tenant_id = $1 and jobs.environment = $2 and jobs.id = erasures.job_id
        where erasures.tenant_id = $1 and erasures.environment = $2 and ($3::text is null or ${REQUESTED_BY})`;
      const values = [...keyed(scope), by?.actorId ?? null, by?.actorType ?? null];
      const query = { columns: JOB_COLUMNS, from, values, seq: 'erasures.seq' };
      const { items, ...rest } = await readPage<JobRow>(tx, query, { ...page, newestFirst: true });
      return { ...rest, items: items.map(toJob) };
    }),
});

const keyed = ({ tenantId, environment }: TenantScope): unknown[] => [tenantId, environment];

async function idsOf(
  tx: Transaction,
  sql: string,
  scope: TenantScope,
  ...values: readonly unknown[]
): Promise<string[]> {
  return (await tx.query<{ id: string }>(sql, [...keyed(scope), ...values])).map(({ id }) => id);
}

const batchOf = async (
  tx: Transaction,
  scope: TenantScope,
  eventIds: readonly string[],
  memoryIds: readonly string[],
): Promise<ErasedBatch> => ({
  eventIds,
  memoryIds,
  survivors: memoryIds.length === 0 ? [] : await idsOf(tx, SURVIVORS, scope, memoryIds, eventIds),
});

/** Changes what an erasure has removed so far, and returns it. */
async function change(
  tx: Transaction,
  scope: TenantScope,
  jobId: string,
  next: (removed: ErasedCounts) => ErasedCounts,
): Promise<ErasedCounts> {
  const key = [...keyed(scope), jobId];
  const [row] = await tx.query<{ removed: ErasedCounts }>(
    `select removed from erasures where ${OWN} and job_id = $3 for update`,
    key,
  );
  if (row === undefined) throw new Error(`The erasure ${jobId} is not stored`);
  const removed = next(row.removed);
  await tx.execute(`update erasures set removed = $4 where ${OWN} and job_id = $3`, [...key, JSON.stringify(removed)]);
  return removed;
}
