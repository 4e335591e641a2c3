import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { Database, Transaction } from '@strata/platform/database/database';
import type { RecordTombstones } from '@strata/policy/record-tombstones';
import type { Place } from '@strata/policy/place';
import { placeKey } from '../learning/knowledge-ids.ts';
import type { ChangedScope, KnowledgeStore, PlacedStep } from '../learning/knowledge-store.ts';
import { readUnlinkedClaims, saveReplacements } from './pg-claims.ts';
import { distinctPlaces } from './distinct-places.ts';
import { writeArtifacts } from './pg-artifact-writes.ts';
import { findStaleBacklogs, removeBacklog, readBacklog } from './pg-index-outbox.ts';
import { lastSummarized, writeSummaries } from './pg-summaries.ts';
import { writeMemories } from './pg-memory-writes.ts';
import { readUnindexed } from './pg-unindexed.ts';
import { addToSessions, changedSessions, newestSessions, readSteps, type SessionColumns } from './pg-session-steps.ts';

const INSERT_STEPS = `
  insert into steps (tenant_id, environment, agent_id, namespace_id, session_id, event_id, part, seq, step, occurred_at, user_id)
  select $1, $2, row.* from unnest($3::text[], $4::text[], $5::text[], $6::text[], $7::smallint[], $8::bigint[], $9::text[],
                                   $10::timestamptz[], $11::text[])
       as row (agent_id, namespace_id, session_id, event_id, part, seq, step, occurred_at, user_id)
  where not exists (
    select 1 from forgotten_events as gone
    where gone.tenant_id = $1 and gone.environment = $2 and gone.event_id = row.event_id)
  on conflict do nothing
  returning agent_id as "agentId", namespace_id as "namespaceId", session_id as "sessionId", seq`;

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

const OF_PLACE = `tenant_id = $1 and environment = $2 and coalesce(agent_id, '') = $3 and coalesce(namespace_id, '') = $4`;

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

  changedSessions: (...of) => changedSessions(database, ...of),
  newestSessions: (...of) => newestSessions(database, ...of),
  stepsOf: (...of) => readSteps(database, ...of),

  fingerprints: (scope, place) =>
    database.inTenant(scope, async (tx) => {
      const read = async (from: string): Promise<Map<string, string>> => {
        const rows = await tx.query<{ id: string; fingerprint: string }>(
          `select id, fingerprint from ${from} and ${OF_PLACE}`,
          placeValues(scope, place),
        );
        return new Map(rows.map(({ id, fingerprint }) => [id, fingerprint]));
      };
      return {
        artifacts: await read('artifacts where fingerprint is not null and is_active and not is_withdrawn'),
        memories: await read('memories where fingerprint is not null'),
        summarized: await lastSummarized(tx, scope, place),
      };
    }),

  saveCompiled: (scope, changed, compiled, onlyType) =>
    database.inTenant(scope, async (tx) => {
      const [locked] = await tx.query<{ isRetracted: boolean }>(LOCK_SCOPE, [
        ...placeValues(scope, changed),
        changed.mark,
      ]);
      // Something that it was compiled from was deleted meanwhile, or another job has compiled the scope.
      if (locked === undefined || locked.isRetracted) return NO_CHANGES;
      const memories = await writeMemories(tx, scope, compiled.memories, recordTombstones);
      const artifacts = await writeArtifacts(tx, scope, changed, compiled, onlyType, recordTombstones);
      await writeSummaries(tx, scope, changed, compiled.summaries);
      if (onlyType === undefined)
        await tx.execute(
          `delete from changed_scopes where tenant_id = $1 and environment = $2 and agent_id = $3 and namespace_id = $4
           and mark = $5`,
          [...placeValues(scope, changed), changed.mark],
        );
      return { artifacts, memories };
    }),

  unlinkedClaims: (...of) => readUnlinkedClaims(database, ...of),
  saveReplacements: (...of) => saveReplacements(database, ...of),

  unindexed: (...of) => readUnindexed(database, ...of),

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
  const inserted = await tx.query<SessionColumns & { seq: string }>(INSERT_STEPS, [
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
    column(({ step }) => step.user ?? null),
  ]);
  const changed = distinctPlaces(inserted);
  if (changed.length === 0) return;
  await tx.execute(MARK_CHANGED, [
    scope.tenantId,
    scope.environment,
    changed.map(({ agentId }) => agentId),
    changed.map(({ namespaceId }) => namespaceId),
  ]);
  await addToSessions(tx, scope, inserted);
}
