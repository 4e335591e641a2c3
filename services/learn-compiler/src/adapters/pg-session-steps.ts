import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { Database, Transaction } from '@strata/platform/database/database';
import type { Place } from '@strata/policy/place';
import { addToGroup } from '@strata/kernel/add-to-group';
import { placeKey } from '../learning/knowledge-ids.ts';
import { stepsOfSession, type NewestSessions, type ScopeSession, type StoredSteps } from '../learning/scope-session.ts';

/** A session of a learning scope, as columns. */
export interface SessionColumns {
  readonly agentId: string;
  readonly namespaceId: string;
  readonly sessionId: string;
}

const OF_SCOPE = 'tenant_id = $1 and environment = $2 and agent_id = $3 and namespace_id = $4';

const ADD = `
  insert into sessions as known (tenant_id, environment, agent_id, namespace_id, session_id, revision, steps, last_seq)
  select $1, $2, agent_id, namespace_id, session_id, nextval('revisions'), count(*), max(seq)
  from unnest($3::text[], $4::text[], $5::text[], $6::bigint[]) as step (agent_id, namespace_id, session_id, seq)
  group by agent_id, namespace_id, session_id
  on conflict (tenant_id, environment, agent_id, namespace_id, session_id) do update set
    revision = nextval('revisions'), steps = known.steps + excluded.steps,
    last_seq = greatest(known.last_seq, excluded.last_seq), changed_at = now()`;

const COUNT_AGAIN = `
  update sessions as known set revision = nextval('revisions'), changed_at = now(),
    steps = (select count(*) from steps where ${ofSession('steps')}),
    last_seq = coalesce((select max(seq) from steps where ${ofSession('steps')}), 0)
  from (select distinct * from unnest($3::text[], $4::text[], $5::text[])) as lost (agent_id, namespace_id, session_id)
  where known.tenant_id = $1 and known.environment = $2 and known.agent_id = lost.agent_id
    and known.namespace_id = lost.namespace_id and known.session_id = lost.session_id`;

/** Longer than anything read before is held by a compiler. */
const FORGET_EMPTY = `
  delete from sessions using unnest($3::text[], $4::text[]) as place (agent_id, namespace_id)
  where sessions.tenant_id = $1 and sessions.environment = $2 and sessions.agent_id = place.agent_id
    and sessions.namespace_id = place.namespace_id and steps = 0 and changed_at < now() - interval '1 day'`;

const CHANGED = `
  select session_id as "sessionId", revision, steps, last_seq as "lastSeq" from sessions
  where ${OF_SCOPE} and revision > $5`;

// The newest sessions whose steps are at most $5 together, and the first one beyond them. Of a session $6 steps count.
const NEWEST = `
  select session_id as "sessionId", revision, steps, last_seq as "lastSeq", total > $5 as "isBeyond" from (
    select *, sum(least(steps, $6)) over (order by last_seq desc, session_id collate "C" desc) as total
    from sessions where ${OF_SCOPE} and steps > 0) as session
  where total - least(steps, $6) <= $5 order by last_seq desc, session_id collate "C" desc`;

const LAST_REVISION = `select coalesce(max(revision), 0) as revision from sessions where ${OF_SCOPE}`;

// A session's newest steps, in their order.
const STEPS = `
  select session_id as "sessionId", step from unnest($5::text[]) as wanted (session_id) cross join lateral (
    select session_id as of, seq, event_id, part, step from steps
    where ${OF_SCOPE} and session_id = wanted.session_id
    order by seq desc, event_id desc, part desc limit $6) as found
  order by of, seq, event_id, part`;

function ofSession(table: string): string {
  return ['tenant_id', 'environment', 'agent_id', 'namespace_id', 'session_id']
    .map((column) => `${table}.${column} = known.${column}`)
    .join(' and ');
}

/** Counts steps that were added to sessions. The rows of their learning scopes must be locked before, by a mark. */
export async function addToSessions(
  tx: Transaction,
  scope: TenantScope,
  steps: readonly (SessionColumns & { readonly seq: string })[],
): Promise<void> {
  await tx.execute(ADD, [...keyed(scope), ...columns(steps), steps.map(({ seq }) => seq)]);
}

/** Counts the steps that are left in sessions. The rows of their learning scopes must be locked before, by a mark. */
export async function countSessionsAgain(
  tx: Transaction,
  scope: TenantScope,
  sessions: readonly SessionColumns[],
): Promise<void> {
  await tx.execute(COUNT_AGAIN, [...keyed(scope), ...columns(sessions)]);
  await tx.execute(FORGET_EMPTY, [...keyed(scope), ...columns(sessions).slice(0, 2)]);
}

/** See `KnowledgeStore.changedSessions`. */
export async function changedSessions(
  database: Database,
  scope: TenantScope,
  place: Place,
  after: number,
  maxSteps: number,
): Promise<ScopeSession[]> {
  const rows = await database.inTenant(scope, (tx) =>
    tx.query<SessionRow>(CHANGED, [...keyed(scope), ...placeKey(place), after]),
  );
  return rows.map((row) => toSession(row, maxSteps));
}

/** See `KnowledgeStore.newestSessions`. */
export async function newestSessions(
  database: Database,
  scope: TenantScope,
  place: Place,
  maxSteps: number,
): Promise<NewestSessions> {
  return database.inTenant(scope, async (tx) => {
    const values = [...keyed(scope), ...placeKey(place)];
    // Read before the sessions: what changes in between is read again next time.
    const [last] = await tx.query<{ revision: string }>(LAST_REVISION, values);
    const rows = await tx.query<SessionRow & { isBeyond: boolean }>(NEWEST, [
      ...values,
      maxSteps,
      stepsOfSession(maxSteps),
    ]);
    return {
      revision: Number(last?.revision ?? 0),
      sessions: rows.filter(({ isBeyond }) => !isBeyond).map((row) => toSession(row, maxSteps)),
      beyond: Number(rows.find(({ isBeyond }) => isBeyond)?.lastSeq ?? 0),
    };
  });
}

/** See `KnowledgeStore.stepsOf`. */
export async function readSteps(
  database: Database,
  scope: TenantScope,
  place: Place,
  sessionIds: readonly string[],
  maxSteps: number,
): Promise<StoredSteps[]> {
  const rows = await database.inTenant(scope, (tx) =>
    tx.query<{ sessionId: string; step: string }>(STEPS, [
      ...keyed(scope),
      ...placeKey(place),
      sessionIds,
      stepsOfSession(maxSteps),
    ]),
  );
  const bySession = new Map<string, string[]>();
  for (const { sessionId, step } of rows) addToGroup(bySession, sessionId, step);
  return [...bySession].map(([sessionId, steps]) => ({ sessionId, steps }));
}

interface SessionRow {
  readonly sessionId: string;
  readonly revision: string;
  readonly steps: number;
  readonly lastSeq: string;
}

const toSession = ({ sessionId, revision, steps, lastSeq }: SessionRow, maxSteps: number): ScopeSession => ({
  sessionId,
  revision: Number(revision),
  steps: Math.min(steps, stepsOfSession(maxSteps)),
  lastSeq: Number(lastSeq),
});

const keyed = ({ tenantId, environment }: TenantScope): string[] => [tenantId, environment];

const columns = (sessions: readonly SessionColumns[]): string[][] => [
  sessions.map(({ agentId }) => agentId),
  sessions.map(({ namespaceId }) => namespaceId),
  sessions.map(({ sessionId }) => sessionId),
];
