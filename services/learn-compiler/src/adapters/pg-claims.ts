import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { Database, Transaction } from '@strata/platform/database/database';
import { addToGroup } from '@strata/kernel/add-to-group';
import { MOST_BY_WORD, type Replacement, type SaidClaim } from '../compile/facts/find-replaced.ts';
import type { KnownClaims } from '../compile/facts/known-claims.ts';
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
  claims.memory_id as "memoryId", source, said_at as "saidAt", seq, linked, held.valid_from as "firstAt",
  held.valid_to as "validTo", held.replaced_by as "replacedBy",
  coalesce((select identifiers from session_summaries summary
            where summary.tenant_id = $1 and summary.environment = $2 and summary.agent_id = claims.agent_id
              and summary.namespace_id = claims.namespace_id and summary.session_id = claims.session_id), '{}') as identifiers`;

// `limit` and `offset 0` keep the look-ups apart: joined, they would be walks through the tenant where nothing is analyzed yet.
const HELD = `
  left join lateral (
    select valid_from, valid_to, replaced_by from memories
    where memories.tenant_id = $1 and memories.environment = $2 and memories.id = claims.memory_id offset 0) as held on true`;

const UNLINKED = `
  select ${COLUMNS}, claim
  from (select * from claims where tenant_id = $1 and environment = $2 and not linked order by said_at, memory_id limit $3) as claims
  ${HELD} order by said_at, memory_id`;

const WANTED = `
  unnest($3::text[], $4::timestamptz[], $5::timestamptz[], $6::bigint[]) as wanted (key, first_at, last_at, most)`;
const OF_KEY = `claim_keys.key = wanted.key and tenant_id = $1 and environment = $2`;

/** The keys that others than the wanted claims hold as well, between their first and their last one. */
const MIXED = `
  select wanted.key from ${WANTED}
  where (select count(*) from (
    select from claim_keys where ${OF_KEY} and said_at between wanted.first_at and wanted.last_at limit wanted.most + 1) as held) > most`;

/**
 * Of each key the nearest earlier holders, and the nearest later ones: what was said after the last linked claim has its turn
 * later.
 */
const RELATED = `
  with last_linked as materialized (
    select max(said_at) as at from claims where tenant_id = $1 and environment = $2 and linked)
  select distinct near.memory_id as id
  from ${WANTED}
  cross join lateral (
    (select memory_id from claim_keys where ${OF_KEY} and said_at <= wanted.last_at
     order by said_at desc limit wanted.most + ${String(MOST_BY_WORD)})
    union all
    (select memory_id from claim_keys
     where ${OF_KEY} and said_at >= wanted.first_at and said_at <= (select at from last_linked)
     order by said_at limit wanted.most + ${String(MOST_BY_WORD)})) as near`;

/** Without what they say if that is known. */
const BY_MEMORY = `
  select claims.* from unnest($3::text[], $4::boolean[]) as wanted (id, is_known)
  cross join lateral (
    select ${COLUMNS}, case when wanted.is_known then null else claim end as claim from claims ${HELD}
    where claims.memory_id = wanted.id and claims.tenant_id = $1 and claims.environment = $2 offset 0) as claims`;

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
  seq: string;
  /** Null if it is known. */
  claim: string | null;
  linked: boolean;
  /** Null if its memory is gone. */
  firstAt: Date | null;
  validTo: Date | null;
  replacedBy: string | null;
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

/**
 * Claims that have not been compared yet, at most `limit`, by source with those that share a word with them, and those that hold
 * instead of these.
 */
export const readUnlinkedClaims = (
  database: Database,
  scope: TenantScope,
  limit: number,
  known: KnownClaims,
): Promise<ClaimsOfSource[]> =>
  database.inTenant(scope, async (tx) => {
    const own = [scope.tenantId, scope.environment];
    const unlinked = new Set<string>();
    const bySource = new Map<string, Map<string, SaidClaim>>();
    const keep = (row: ClaimRow): void => {
      const said = bySource.get(row.source) ?? new Map<string, SaidClaim>();
      bySource.set(row.source, said.set(row.memoryId, toClaim(row, known, unlinked)));
    };
    const readAll = async (ids: readonly string[]): Promise<ClaimRow[]> => {
      const isKnown = ids.map((id) => known.get(id) !== undefined);
      const rows = ids.length === 0 ? [] : await tx.query<ClaimRow>(BY_MEMORY, [...own, ids, isKnown]);
      rows.forEach(keep);
      return rows;
    };
    const fresh = await tx.query<ClaimRow>(UNLINKED, [...own, limit]);
    for (const { memoryId } of fresh) unlinked.add(memoryId);
    fresh.forEach(keep);
    const wanted = await wantedOf(tx, own, bySource);
    if (wanted.length > 0) {
      const near = new Set(
        (await tx.query<{ id: string }>(RELATED, [...own, ...columnsOf(wanted)])).map(({ id }) => id),
      );
      const related = await readAll([...near].filter((id) => !unlinked.has(id)));
      const holding = new Set(related.flatMap(({ replacedBy }) => replacedBy ?? []));
      await readAll([...holding].filter((id) => !near.has(id) && !unlinked.has(id)));
    }
    return [...bySource.values()].map((said) => ({
      claims: [...said.values()],
      unlinked: [...said.keys()].filter((id) => unlinked.has(id)),
    }));
  });

/** Where the neighbours of claims with one key are wanted: before the last one and after the first one. */
interface WantedKey {
  readonly key: string;
  readonly first: string;
  readonly last: string;
  /** How many of the claims are there. */
  readonly most: number;
}

const columnsOf = (wanted: readonly WantedKey[]): unknown[] => [
  wanted.map(({ key }) => key),
  wanted.map(({ first }) => first),
  wanted.map(({ last }) => last),
  wanted.map(({ most }) => most),
];

/** The keys of claims: each once, unless other claims came in between. Then the neighbours of each of its claims are wanted. */
async function wantedOf(
  tx: Transaction,
  own: readonly string[],
  bySource: ReadonlyMap<string, ReadonlyMap<string, SaidClaim>>,
): Promise<WantedKey[]> {
  const times = new Map<string, string[]>();
  for (const [source, said] of bySource)
    for (const { claim, at } of said.values())
      for (const key of 'record' in claim ? [claim.record] : claim.keys.map(({ text }) => text))
        addToGroup(times, keyOf(source, key), at);
  // They come in order.
  const wanted = [...times].map(([key, all]) => ({
    key,
    first: all[0] ?? '',
    last: all.at(-1) ?? '',
    most: all.length,
  }));
  const several = wanted.filter(({ most }) => most > 1);
  if (several.length === 0) return wanted;
  const mixed = new Set(
    (await tx.query<{ key: string }>(MIXED, [...own, ...columnsOf(several)])).map(({ key }) => key),
  );
  return wanted.flatMap((one) =>
    mixed.has(one.key)
      ? (times.get(one.key) ?? []).map((at) => ({ key: one.key, first: at, last: at, most: 1 }))
      : [one],
  );
}

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

function toClaim(row: ClaimRow, known: KnownClaims, unlinked: ReadonlySet<string>): SaidClaim {
  const { memoryId, saidAt, firstAt, seq, claim, identifiers, linked, validTo, replacedBy } = row;
  const said = {
    memoryId,
    firstAt: (firstAt ?? saidAt).toISOString(),
    at: saidAt.toISOString(),
    seq: Number(seq),
    claim: known.get(memoryId) ?? known.add(memoryId, JSON.parse(claim ?? '') as Claim | RecordState),
    identifiers,
  };
  if (unlinked.has(memoryId)) return said;
  const replacement =
    validTo === null || replacedBy === null ? {} : { replacement: { until: validTo.toISOString(), by: replacedBy } };
  return { ...said, state: linked ? 'linked' : 'waiting', ...replacement };
}
