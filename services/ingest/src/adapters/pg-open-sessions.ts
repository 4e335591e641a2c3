import { queueLearning } from '@strata/contracts/calls/learn';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { Database } from '@strata/platform/database/database';
import type { CommandOutbox } from '@strata/platform/outbox/command-outbox';
import type { AutomaticTimes, OpenSessions } from '../automatic/open-sessions.ts';
import { SCHEDULER_ROLE } from './ingest-schema.ts';

const OWN = 'tenant_id = $1 and environment = $2';

/** A session whose job was lost, or failed for good, is due again after so many times of silence. */
const SILENCES_UNTIL_NEXT_JOB = 10;
/** A job starts after this part of the silence, so that sessions that end together have one job. */
const SILENCES_UNTIL_START = 1 / 12;

const DUE_SCOPES = `
  select tenant_id as "tenantId", environment
  from (select tenant_id, environment, due_at from open_sessions where due_at <= now() order by due_at limit 10000) as due
  group by 1, 2 order by min(due_at) limit 100`;

/** The class of the advisory locks of processes that queue a job for a tenant scope. */
const QUEUERS = 1_734_902;
/** Without it, of two processes each could lock a part of the due sessions, and queue a job for that part. */
const TAKE_TURN = `select pg_try_advisory_xact_lock(${String(QUEUERS)}, hashtext($1)) as "hasTurn"`;

/** Locks the setting against a change until the sessions are put aside. */
const IS_OFF = 'select 1 from automatic_learning_off where tenant_id = $1 for share';

const takeDue = (set: string): string => `
  update open_sessions as open set ${set}
  from (select session_id, agent_id, namespace_id from open_sessions where ${OWN} and due_at <= now()
        order by due_at limit 5000 for update skip locked) as due
  where open.tenant_id = $1 and open.environment = $2 and open.session_id = due.session_id
    and open.agent_id = due.agent_id and open.namespace_id = due.namespace_id`;
const PUT_ASIDE = takeDue(`due_at = 'infinity'`);
const MARK_QUEUED = takeDue('queued_at = now(), due_at = now() + make_interval(secs => $3)');

const WAITING = `
  select due_at <= now() as "isDue", count(*)::float8 as sessions, sum(uncompiled)::float8 as events
  from open_sessions where due_at <= now() or queued_at is not null
  group by 1`;

interface WaitingRow {
  readonly isDue: boolean;
  readonly sessions: number;
  readonly events: number;
}

/** Open sessions in PostgreSQL, whose clock counts. Commands go through the outbox. */
export const createPgOpenSessions = (
  database: Database,
  outbox: Pick<CommandOutbox, 'put' | 'wake'>,
  { silenceSeconds }: Pick<AutomaticTimes, 'silenceSeconds'>,
): OpenSessions => ({
  dueScopes: () => database.asRole(SCHEDULER_ROLE, (tx) => tx.query<TenantScope>(DUE_SCOPES)),

  queueLearning: async (job, context) => {
    const { tenantId, environment } = context.scope;
    const count = await database.inTenant(
      context.scope,
      async (tx) => {
        const [turn] = await tx.query<{ hasTurn: boolean }>(TAKE_TURN, [`${tenantId}/${environment}`]);
        if (turn?.hasTurn !== true) return 0;
        const isOff = (await tx.query(IS_OFF, [tenantId])).length > 0;
        if (isOff) return tx.execute(PUT_ASIDE, [tenantId, environment]);
        const untilNextJob = silenceSeconds * SILENCES_UNTIL_NEXT_JOB;
        const queued = await tx.execute(MARK_QUEUED, [tenantId, environment, untilNextJob]);
        const command = { ...job, cause: 'automatic' as const, delaySeconds: silenceSeconds * SILENCES_UNTIL_START };
        if (queued > 0) await outbox.put(tx, queueLearning, command, context);
        return queued;
      },
      { retry: true },
    );
    if (count > 0) outbox.wake();
    return count;
  },

  waiting: async () => {
    const rows = await database.asRole(SCHEDULER_ROLE, (tx) => tx.query<WaitingRow>(WAITING));
    const count = (wanted: boolean, key: 'sessions' | 'events'): number =>
      rows.find(({ isDue }) => isDue === wanted)?.[key] ?? 0;
    return {
      sessions: { due: count(true, 'sessions'), queued: count(false, 'sessions') },
      events: { due: count(true, 'events'), queued: count(false, 'events') },
    };
  },
});
