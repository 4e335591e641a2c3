import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { Database, Transaction } from '@strata/platform/database/database';
import { MOST_BY_WORD, type Replacement, type SaidClaim } from '../compile/facts/find-replaced.ts';
import { keysOf, type Claim } from '../compile/facts/read-claim.ts';
import type { RecordState } from '../compile/facts/read-record.ts';
import { contentKey } from '../compile/text/hash.ts';
import type { ClaimsOfSource } from '../learning/knowledge-store.ts';
import type { IdentifiedMemory } from '../learning/compiled-knowledge.ts';
import { placeKey } from '../learning/knowledge-ids.ts';
import { statementKey, weighAgreement } from './pg-agreement.ts';
import { addToIndexOutbox } from './pg-index-outbox.ts';

const PUT_CLAIMS = `
  insert into claims as kept (tenant_id, environment, memory_id, agent_id, namespace_id, session_id, source, said_at, seq, claim)
  select $1, $2, row.* from unnest($3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::timestamptz[], $9::bigint[],
                                   $10::text[]) as row
  on conflict (memory_id, tenant_id, environment) do update set
    said_at = greatest(kept.said_at, excluded.said_at), linked = false`;

const PUT_KEYS = `
  insert into claim_keys as kept (tenant_id, environment, memory_id, key, said_at)
  select $1, $2, row.* from unnest($3::text[], $4::text[], $5::timestamptz[]) as row
  on conflict (memory_id, key, tenant_id, environment) do update set said_at = greatest(kept.said_at, excluded.said_at)`;

const COLUMNS = `
  memory_id as "memoryId", source, said_at as "saidAt", seq, claim,
  (select valid_from from memories where memories.tenant_id = $1 and memories.environment = $2 and memories.id = claims.memory_id)
    as "firstAt",
  coalesce((select identifiers from session_summaries summary
            where summary.tenant_id = $1 and summary.environment = $2 and summary.agent_id = claims.agent_id
              and summary.namespace_id = claims.namespace_id and summary.session_id = claims.session_id), '{}') as identifiers`;

const UNLINKED = `
  select ${COLUMNS} from claims where tenant_id = $1 and environment = $2 and not linked order by said_at, memory_id limit $3`;

// `limit` and `offset 0` keep the look-ups apart: joined, they would be walks through the tenant where nothing is analyzed yet.
const RELATED = `
  select distinct on (claims."memoryId") claims.*
  from unnest($3::text[]) as wanted (key)
  cross join lateral (
    select memory_id from claim_keys
    where claim_keys.key = wanted.key and tenant_id = $1 and environment = $2
    order by said_at desc limit ${String(MOST_BY_WORD)}) as holder
  cross join lateral (
    select ${COLUMNS} from claims
    where claims.memory_id = holder.memory_id and tenant_id = $1 and environment = $2 offset 0) as claims`;

/** What was said first in its place ends the validity; what was said last holds now. */
const REPLACE = `
  update memories set valid_to = least(valid_to, ended.until), replaced_by = ended.by, revision = nextval('revisions'),
                      updated_at = now()
  from unnest($3::text[], $4::timestamptz[], $5::text[]) as ended (id, until, by)
  where memories.tenant_id = $1 and memories.environment = $2 and memories.id = ended.id
    and (valid_to is null or valid_to > ended.until or replaced_by is distinct from ended.by)
  returning memories.id`;

const REOPEN = `
  update memories set valid_to = null, replaced_by = null, revision = nextval('revisions'), updated_at = now()
  where tenant_id = $1 and environment = $2 and replaced_by = any($3)
  returning id`;

interface ClaimRow {
  memoryId: string;
  source: string;
  saidAt: Date;
  /** Null if its memory is gone. */
  firstAt: Date | null;
  seq: string;
  claim: string;
  identifiers: string[];
}

/** Stores the claims of memories, to be compared with others when they are linked. */
export async function writeClaims(
  tx: Transaction,
  scope: TenantScope,
  memories: readonly IdentifiedMemory[],
): Promise<void> {
  const claims = memories.flatMap(({ id, place, draft }) => {
    const { claim, lastSaid, sessionId, position, voices, claimedBy, userId = '' } = draft;
    if (claim === undefined) return [];
    const [agentId, namespaceId] = placeKey(place);
    const source = contentKey(agentId, namespaceId, claimedBy ?? voices[0] ?? '');
    const stated =
      'record' in claim || claim.statement === undefined
        ? []
        : [statementKey(agentId, namespaceId, userId, claim.statement)];
    return [{ id, agentId, namespaceId, sessionId, source, at: lastSaid, position, claim, stated }];
  });
  if (claims.length === 0) return;
  const own = [scope.tenantId, scope.environment];
  await tx.execute(PUT_CLAIMS, [
    ...own,
    claims.map(({ id }) => id),
    claims.map(({ agentId }) => agentId),
    claims.map(({ namespaceId }) => namespaceId),
    claims.map(({ sessionId }) => sessionId),
    claims.map(({ source }) => source),
    claims.map(({ at }) => at),
    claims.map(({ position }) => position),
    claims.map(({ claim }) => JSON.stringify(claim)),
  ]);
  const keys = claims.flatMap(({ id, source, at, claim, stated }) =>
    [...searchKeys(claim).map((key) => keyOf(source, key)), ...stated].map((key) => ({ id, key, at })),
  );
  await tx.execute(PUT_KEYS, [...own, keys.map(({ id }) => id), keys.map(({ key }) => key), keys.map(({ at }) => at)]);
  await weighAgreement(
    tx,
    scope,
    claims.flatMap(({ stated }) => stated),
  );
}

/** Claims that have not been compared yet, at most `limit`, by source with those that share a word with them. */
export const readUnlinkedClaims = (database: Database, scope: TenantScope, limit: number): Promise<ClaimsOfSource[]> =>
  database.inTenant(scope, async (tx) => {
    const own = [scope.tenantId, scope.environment];
    const fresh = await tx.query<ClaimRow>(UNLINKED, [...own, limit]);
    const claims = fresh.map((row) => ({ source: row.source, said: toClaim(row) }));
    const keys = new Set(claims.flatMap(({ source, said }) => searchKeys(said.claim).map((key) => keyOf(source, key))));
    const related = keys.size === 0 ? [] : await tx.query<ClaimRow>(RELATED, [...own, [...keys]]);
    const bySource = new Map<string, Map<string, SaidClaim>>();
    for (const row of [...fresh, ...related]) {
      const known = bySource.get(row.source) ?? new Map<string, SaidClaim>();
      bySource.set(row.source, known.set(row.memoryId, toClaim(row)));
    }
    const unlinked = new Set(fresh.map(({ memoryId }) => memoryId));
    return [...bySource.values()].map((said) => ({
      claims: [...said.values()],
      unlinked: [...said.keys()].filter((id) => unlinked.has(id)),
    }));
  });

/** Ends the validity of memories that newer ones replace, and counts the claims as compared. */
export const saveReplacements = (
  database: Database,
  scope: TenantScope,
  linked: readonly string[],
  replaced: ReadonlyMap<string, Replacement>,
): Promise<void> =>
  database.inTenant(scope, async (tx) => {
    const own = [scope.tenantId, scope.environment];
    const ended = await tx.query<{ id: string }>(REPLACE, [
      ...own,
      [...replaced.keys()],
      [...replaced.values()].map(({ until }) => until),
      [...replaced.values()].map(({ by }) => by),
    ]);
    await addToIndexOutbox(
      tx,
      scope,
      ended.map(({ id }) => id),
    );
    await tx.execute(
      'update claims set linked = true where tenant_id = $1 and environment = $2 and memory_id = any($3)',
      [...own, linked],
    );
  });

/** What the given memories had replaced holds again, until it is compared anew. */
export async function reopenReplaced(tx: Transaction, scope: TenantScope, memoryIds: readonly string[]): Promise<void> {
  const own = [scope.tenantId, scope.environment];
  const reopened = (await tx.query<{ id: string }>(REOPEN, [...own, memoryIds])).map(({ id }) => id);
  if (reopened.length === 0) return;
  await tx.execute(
    'update claims set linked = false where tenant_id = $1 and environment = $2 and memory_id = any($3)',
    [...own, reopened],
  );
  await addToIndexOutbox(tx, scope, reopened);
}

/** What a claim or the state of a record is found by. */
const searchKeys = (claim: Claim | RecordState): string[] => ('record' in claim ? [claim.record] : keysOf(claim));

const keyOf = (source: string, key: string): string => contentKey(source, key);

const toClaim = ({ memoryId, saidAt, firstAt, seq, claim, identifiers }: ClaimRow): SaidClaim => ({
  memoryId,
  firstAt: (firstAt ?? saidAt).toISOString(),
  at: saidAt.toISOString(),
  seq: Number(seq),
  claim: JSON.parse(claim) as Claim | RecordState,
  identifiers,
});
