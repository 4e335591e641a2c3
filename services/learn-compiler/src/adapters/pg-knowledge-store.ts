import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { Database, Transaction } from '@strata/platform/database/database';
import type { RecordTombstones } from '@strata/policy/record-tombstones';
import type { Place } from '@strata/policy/place';
import type { SessionSteps, Step } from '../compile/types.ts';
import { placeKey } from '../learning/knowledge-ids.ts';
import type { ChangedScope, KnowledgeStore, PlacedStep } from '../learning/knowledge-store.ts';
import { distinctPlaces } from './distinct-places.ts';
import { writeArtifacts } from './pg-artifact-writes.ts';
import { findStaleBacklogs, removeBacklog, readBacklog } from './pg-index-outbox.ts';
import { writeMemories } from './pg-memory-writes.ts';

const INSERT_STEPS = `
  insert into steps (tenant_id, environment, agent_id, namespace_id, session_id, event_id, part, seq, step, occurred_at)
  select $1, $2, row.* from unnest($3::text[], $4::text[], $5::text[], $6::text[], $7::smallint[], $8::bigint[], $9::text[],
                                   $10::timestamptz[])
       as row (agent_id, namespace_id, session_id, event_id, part, seq, step, occurred_at)
  where not exists (
    select 1 from forgotten_events as gone
    where gone.tenant_id = $1 and gone.environment = $2 and gone.event_id = row.event_id)
  on conflict do nothing
  returning agent_id as "agentId", namespace_id as "namespaceId"`;

const MARK_CHANGED = `
  insert into changed_scopes (tenant_id, environment, agent_id, namespace_id, mark)
  select $1, $2, agent_id, namespace_id, nextval('revisions') from unnest($3::text[], $4::text[]) as place (agent_id, namespace_id)
  on conflict (tenant_id, environment, agent_id, namespace_id) do update set mark = excluded.mark`;

const LOCK_SCOPE = `
  select retracted_mark > $5 as "isRetracted" from changed_scopes
  where tenant_id = $1 and environment = $2 and agent_id = $3 and namespace_id = $4 for update`;

const NO_CHANGES = {
  artifacts: { created: [], updated: [], deactivated: [] },
  memories: { created: [], updated: [] },
};

const PAGE_STEPS = 20_000;

const READ_STEPS = `
  select seq, session_id as "sessionId", part, step from steps
  where tenant_id = $1 and environment = $2 and agent_id = $3 and namespace_id = $4
    and (seq, event_id, part) < ($5, $6, $7)
  order by seq desc, event_id desc, part desc limit $8`;

/** Steps, memories, artifacts and their lineage in PostgreSQL. */
export const createPgKnowledgeStore = (database: Database, recordTombstones: RecordTombstones): KnowledgeStore => ({
  savePage: (scope, steps, memories) =>
    database.inTenant(scope, async (tx) => {
      await insertSteps(tx, scope, steps);
      return writeMemories(tx, scope, memories, recordTombstones);
    }),

  changedScopes: (scope, agentId) =>
    database.inTenant(scope, async (tx) => {
      const rows = await tx.query<Place & { mark: string }>(
        `select nullif(agent_id, '') as "agentId", nullif(namespace_id, '') as "namespaceId", mark from changed_scopes
         where tenant_id = $1 and environment = $2 and ($3::text is null or agent_id = $3)
         order by agent_id, namespace_id`,
        [scope.tenantId, scope.environment, agentId ?? null],
      );
      return rows.map((row): ChangedScope => ({ ...row, mark: Number(row.mark) }));
    }),

  sessions: (scope, place, maxSteps) => readSessions(database, scope, place, maxSteps),

  saveCompiled: (scope, changed, compiled, onlyType) =>
    database.inTenant(scope, async (tx) => {
      const [locked] = await tx.query<{ isRetracted: boolean }>(LOCK_SCOPE, [
        ...placeValues(scope, changed),
        changed.mark,
      ]);
      // Something that it was compiled from was deleted meanwhile, or another job has compiled the scope.
      if (locked === undefined || locked.isRetracted) return NO_CHANGES;
      const memories = await writeMemories(tx, scope, compiled.memories, recordTombstones);
      const artifacts = await writeArtifacts(tx, scope, changed, compiled.artifacts, onlyType, recordTombstones);
      if (onlyType === undefined)
        await tx.execute(
          `delete from changed_scopes where tenant_id = $1 and environment = $2 and agent_id = $3 and namespace_id = $4
           and mark = $5`,
          [...placeValues(scope, changed), changed.mark],
        );
      return { artifacts, memories };
    }),

  readBacklog: (scope, limit) => readBacklog(database, scope, limit),
  removeBacklog: (scope, backlog) => removeBacklog(database, scope, backlog),
  staleBacklogs: (olderThanSeconds) => findStaleBacklogs(database, olderThanSeconds),
});

const placeValues = ({ tenantId, environment }: TenantScope, place: Place): unknown[] => [
  tenantId,
  environment,
  ...placeKey(place),
];

async function insertSteps(tx: Transaction, scope: TenantScope, steps: readonly PlacedStep[]): Promise<void> {
  const column = <Value>(read: (step: PlacedStep) => Value): Value[] => steps.map(read);
  const inserted = await tx.query<{ agentId: string; namespaceId: string }>(INSERT_STEPS, [
    scope.tenantId,
    scope.environment,
    column(({ place }) => placeKey(place)[0]),
    column(({ place }) => placeKey(place)[1]),
    column(({ sessionId }) => sessionId),
    column(({ step }) => step.eventId),
    column(({ part }) => part),
    column(({ step }) => step.seq),
    column(({ step }) => JSON.stringify(step)),
    column(({ step }) => step.at),
  ]);
  const changed = distinctPlaces(inserted);
  if (changed.length > 0)
    await tx.execute(MARK_CHANGED, [
      scope.tenantId,
      scope.environment,
      changed.map(({ agentId }) => agentId),
      changed.map(({ namespaceId }) => namespaceId),
    ]);
}

/** Reads the newest steps first, in pages, so that no statement reads a whole history. */
async function readSessions(
  database: Database,
  scope: TenantScope,
  place: Place,
  maxSteps: number,
): Promise<SessionSteps[]> {
  const sessions = new Map<string, Step[]>();
  let before: [seq: number | string, eventId: string, part: number] = ['9223372036854775807', '', 0];
  for (let read = 0; read < maxSteps;) {
    const rows = await database.inTenant(scope, (tx) =>
      tx.query<{ seq: string; sessionId: string; step: string; part: number }>(READ_STEPS, [
        ...placeValues(scope, place),
        ...before,
        Math.min(PAGE_STEPS, maxSteps - read),
      ]),
    );
    for (const row of rows) {
      const steps = sessions.get(row.sessionId) ?? [];
      sessions.set(row.sessionId, steps);
      const step = JSON.parse(row.step) as Step;
      steps.push(step);
      before = [row.seq, step.eventId, row.part];
    }
    read += rows.length;
    if (rows.length < PAGE_STEPS) break;
  }
  return [...sessions]
    .map(([sessionId, steps]) => ({ sessionId, steps: steps.reverse() }))
    .sort((a, b) => (a.steps[0]?.seq ?? 0) - (b.steps[0]?.seq ?? 0));
}
