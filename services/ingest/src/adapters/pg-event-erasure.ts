import { describeSubject, subjectOf, type Subject } from '@strata/kernel/erased-subject';
import type { Database } from '@strata/platform/database/database';
import type { EventErasure } from '../erasing/erase-events.ts';
import { DELETED_COLUMNS, forgetDeleted, type DeletedRow } from './forget-deleted.ts';
import { locateEvents } from './locate-events.ts';
import { writersSettled } from './pg-event-writer.ts';
import { SESSION_COLUMNS } from './uncompiled-counts.ts';

const OWN = 'tenant_id = $1 and environment = $2';

const BEGIN = `
  insert into erasures (tenant_id, environment, job_id, subject_type, subject_sha256, until)
  values ($1, $2, $3, $4, $5, $6) on conflict do nothing`;

const COLUMNS = { user: 'user_id', agent: 'agent_id', session: 'session_id' } as const;

const find = (type: Subject['type']): string =>
  `select id from events where ${OWN} and ${COLUMNS[type]} = $3 and received_at <= $4 order by seq limit $5`;

const COUNT = `
  update erasures set events = events + $4 where ${OWN} and job_id = $3 returning events::float8 as events`;

/** Reopened sessions are due at once. Writers lock them in this order. */
const REOPEN = `
  with reopened as (
    update events set learned_at = null where ${OWN} and seq = any($3) and learned_at is not null
    returning ${SESSION_COLUMNS}, seq
  ), opened as (
    insert into open_sessions as open
      (tenant_id, environment, session_id, agent_id, namespace_id, uncompiled, due_at, first_seq)
    select $1, $2, "sessionId", "agentId", "namespaceId", count(*), now(), min(seq) from reopened group by 3, 4, 5 order by 3, 4, 5
    on conflict (tenant_id, environment, session_id, agent_id, namespace_id) do update
    set uncompiled = open.uncompiled + excluded.uncompiled, first_seq = least(open.first_seq, excluded.first_seq)
  )
  select count(*)::integer as count from reopened`;

/** Erases events in PostgreSQL. */
export const createPgEventErasure = (database: Database): EventErasure => ({
  begin: async (scope, { jobId, subject, until }) => {
    await database.inTenant(scope, async (tx) => {
      const { type, sha256 } = describeSubject(subject);
      await tx.execute(BEGIN, [scope.tenantId, scope.environment, jobId, type, sha256, until]);
    });
    // A write that began before can store events that come late: it ends before anything is looked for.
    await writersSettled(database, scope);
  },

  find: (scope, { subject, until }, limit) =>
    database.inTenant(scope, async (tx) => {
      const { type, id } = subjectOf(subject);
      const rows = await tx.query<{ id: string }>(find(type), [scope.tenantId, scope.environment, id, until, limit]);
      return rows.map(({ id }) => id);
    }),

  erase: (scope, jobId, eventIds) =>
    database.inTenant(
      scope,
      async (tx) => {
        const own = [scope.tenantId, scope.environment];
        const rows = await tx.query<DeletedRow>(
          `delete from events where ${OWN} and seq = any($3) returning ${DELETED_COLUMNS}`,
          [...own, await locateEvents(tx, scope, eventIds)],
        );
        await forgetDeleted(tx, scope, rows);
        const [counted] = await tx.query<{ events: number }>(COUNT, [...own, jobId, rows.length]);
        return counted?.events ?? 0;
      },
      { retry: true },
    ),

  reopen: (scope, eventIds) =>
    database.inTenant(
      scope,
      async (tx) => {
        const values = [scope.tenantId, scope.environment, await locateEvents(tx, scope, eventIds)];
        const [row] = await tx.query<{ count: number }>(REOPEN, values);
        return row?.count ?? 0;
      },
      { retry: true },
    ),
});
