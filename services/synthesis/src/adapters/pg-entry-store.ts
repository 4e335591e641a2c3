import type { Subject } from '@strata/kernel/erased-subject';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { Database, Transaction } from '@strata/platform/database/database';
import type { Entry } from '../indexing/entry.ts';
import type { EntryStore } from '../indexing/entry-store.ts';
import { frequencyChanges, type CountedEntry } from '../indexing/frequency-changes.ts';
import { lexemesOf } from '../indexing/lexemes.ts';
import { decodeTerms, encodeFeatures } from './entry-features.ts';
import { lockWriters } from './lock-writers.ts';
import { markAbsent, markPresent, writeSources } from './pg-artifact-sources.ts';
import { deleteFeedback, readBalances } from './pg-feedback.ts';
import { writeChanges } from './pg-write-statistics.ts';

const STORED = `
  select id, revision, kind, agent_id as "agentId", coalesce(namespace_id, '') as "namespaceId",
         coalesce(user_id, '') as "userId", tags, features from entries
  where tenant_id = $1 and environment = $2 and id = any($3)`;

const REMOVED = 'select id, revision from removed_entries where tenant_id = $1 and environment = $2 and id = any($3)';

const UPSERT = `
  insert into entries (tenant_id, environment, id, revision, kind, subtype, agent_id, namespace_id, tags, session_id,
                       "position", occurred_at, body, tokens, terms, features, lexemes, sessions, user_id)
  select $1, $2, id, revision, kind, subtype, "agentId", "namespaceId", tags, "sessionId",
         "position", to_timestamp("occurredAt" / 1000.0), body, tokens, terms, features, array_to_tsvector(lexemes), sessions,
         "userId"
  from json_to_recordset($3) as given (
    id text, revision bigint, kind text, subtype text, "agentId" text, "namespaceId" text, tags text[], "sessionId" text,
    "position" integer, "occurredAt" double precision, body text, tokens integer, terms integer, features text, lexemes text[],
    sessions text[], "userId" text)
  on conflict (tenant_id, environment, id) do update set
    revision = excluded.revision, kind = excluded.kind, subtype = excluded.subtype, agent_id = excluded.agent_id,
    namespace_id = excluded.namespace_id, tags = excluded.tags, session_id = excluded.session_id,
    "position" = excluded."position", occurred_at = excluded.occurred_at, body = excluded.body, tokens = excluded.tokens,
    terms = excluded.terms, features = excluded.features, lexemes = excluded.lexemes, sessions = excluded.sessions, user_id = excluded.user_id, indexed_at = now()`;

const DELETE_REMOVED = 'delete from removed_entries where tenant_id = $1 and environment = $2 and id = any($3)';

const DELETE = 'delete from entries where tenant_id = $1 and environment = $2 and id = any($3)';

/** The rows of a subject, in `entries` and, of an end user or an agent, in the statistics. */
const OF_SUBJECT = {
  user: 'tenant_id = $1 and environment = $2 and user_id = $3',
  agent: 'tenant_id = $1 and environment = $2 and agent_id = $3',
  session: 'tenant_id = $1 and environment = $2 and session_id = $3',
} as const;

const indexedUntil = (type: Subject['type']): string =>
  `select id from entries where ${OF_SUBJECT[type]} and indexed_at <= $4 limit $5`;

const deleteEmpty = (type: 'user' | 'agent', table: string, isEmpty: string): string =>
  `delete from ${table} where ${OF_SUBJECT[type]} and ${isEmpty}`;

const countEntries = (type: Subject['type']): string =>
  `select count(*)::integer as left from entries where ${OF_SUBJECT[type]} and indexed_at <= $4`;

// Without any entry, no word may be left. Words that are left with newer entries belong to these.
const countWords = (type: 'user' | 'agent'): string => `
  select count(*)::integer as left from document_frequencies
  where ${OF_SUBJECT[type]} and not exists (select from entries where ${OF_SUBJECT[type]})`;

const REMOVE_FROM_PACKS = `
  update packs set shown = array(select id from unnest(shown) with ordinality as kept (id, place)
                                 where id <> all($3) order by place),
                   judged = array(select id from unnest(judged) as id where id <> all($3))
  where tenant_id = $1 and environment = $2 and shown && $3::text[]`;

const INSERT_REMOVED = `
  insert into removed_entries (tenant_id, environment, id, revision)
  select $1, $2, * from unnest($3::text[], $4::bigint[])
  on conflict (tenant_id, environment, id) do update set revision = greatest(removed_entries.revision, excluded.revision)`;

interface StoredRow {
  id: string;
  revision: string;
  kind: 'memory' | 'artifact';
  agentId: string;
  namespaceId: string;
  userId: string;
  tags: string[];
  features: string;
}

/** Writes something else in the transaction that writes entries. */
export type WriteAlongside = (tx: Transaction, scope: TenantScope, ids: readonly string[]) => Promise<void>;

/** Entries in PostgreSQL: a handful of statements per batch, whatever its size. */
export const createPgEntryStore = (database: Database, writeAlongside?: WriteAlongside): EntryStore => ({
  put: (scope, entries) =>
    database.inTenant(scope, async (tx) => {
      const ids = entries.map(({ text }) => text.id);
      const stored = await lockAndRead(tx, scope, ids);
      const removedRows = await tx.query<{ id: string; revision: string }>(REMOVED, keyed(scope, ids));
      const removed = new Map(removedRows.map(({ id, revision }) => [id, Number(revision)]));
      const newer = entries.filter(({ text: { id }, revision }) => {
        const last = Math.max(Number(stored.get(id)?.revision ?? -Infinity), removed.get(id) ?? -Infinity);
        return revision > last;
      });
      if (newer.length === 0) return 0;
      const newerIds = newer.map(({ text }) => text.id);
      const replaced = newerIds.flatMap((id) => stored.get(id) ?? []);
      // Feedback outlives a change of its entry.
      const balances = await readBalances(tx, scope, newerIds);
      const rows = newer.map((entry) => toRow(scope, entry, balances.get(entry.text.id) ?? 0));
      await tx.execute(UPSERT, [scope.tenantId, scope.environment, JSON.stringify(rows)]);
      if (removed.size > 0) await tx.execute(DELETE_REMOVED, keyed(scope, newerIds));
      await writeChanges(tx, scope, frequencyChanges(newer.map(toCounted), replaced.map(storedToCounted)));
      const newMemories = newer.filter(({ text: { id, kind } }) => kind === 'memory' && !stored.has(id));
      const newMemoryIds = newMemories.map(({ text }) => text.id);
      await markPresent(tx, scope, newMemoryIds);
      const artifacts = newer.filter(({ text }) => text.kind === 'artifact');
      const sources = artifacts.map(({ text: { id }, sourceMemories }) => ({ id, sourceMemories }));
      await writeSources(tx, scope, sources);
      await writeAlongside?.(tx, scope, newerIds);
      await tx.query('select merge_postings()');
      return newer.length;
    }),

  remove: (scope, ids, revisions = {}) =>
    database.inTenant(scope, async (tx) => {
      const stored = [...(await lockAndRead(tx, scope, ids)).values()];
      const known = [
        ...Object.entries(revisions),
        ...stored.map(({ id, revision }) => [id, Number(revision)] as const),
      ];
      const last = new Map<string, number>();
      for (const [id, revision] of known) last.set(id, Math.max(revision, last.get(id) ?? -Infinity));
      if (last.size > 0) await tx.execute(INSERT_REMOVED, [...keyed(scope, [...last.keys()]), [...last.values()]]);
      if (stored.length === 0) return 0;
      const key = keyed(
        scope,
        stored.map(({ id }) => id),
      );
      await tx.execute(DELETE, key);
      await deleteFeedback(
        tx,
        scope,
        stored.map(({ id }) => id),
      );
      await writeChanges(tx, scope, frequencyChanges([], stored.map(storedToCounted)));
      await markAbsent(tx, scope, stored);
      return stored.length;
    }),

  indexedUntil: (scope, { type, id: subjectId }, until, limit) =>
    database.inTenant(scope, async (tx) => {
      const values = [scope.tenantId, scope.environment, subjectId, until, limit];
      return (await tx.query<{ id: string }>(indexedUntil(type), values)).map(({ id }) => id);
    }),

  eraseFigures: (scope, { type, id }, until) =>
    database.inTenant(scope, async (tx) => {
      await lockWriters(tx, scope);
      const values = [scope.tenantId, scope.environment, id];
      const count = async (sql: string, ...more: unknown[]): Promise<number> =>
        (await tx.query<{ left: number }>(sql, [...values, ...more]))[0]?.left ?? 0;
      const entries = await count(countEntries(type), until);
      // The statistics are not by session.
      if (type === 'session') return entries;
      await tx.execute(deleteEmpty(type, 'populations', 'memories = 0 and artifacts = 0'), values);
      await tx.execute(deleteEmpty(type, 'document_frequencies', 'reached <= 0'), values);
      return entries + (await count(countWords(type)));
    }),

  removeFromPacks: (scope, ids) => database.inTenant(scope, (tx) => tx.execute(REMOVE_FROM_PACKS, keyed(scope, ids))),
});

async function lockAndRead(
  tx: Transaction,
  scope: TenantScope,
  ids: readonly string[],
): Promise<Map<string, StoredRow>> {
  await lockWriters(tx, scope);
  const rows = await tx.query<StoredRow>(STORED, keyed(scope, ids));
  return new Map(rows.map((row) => [row.id, row]));
}

const keyed = (scope: TenantScope, ids: readonly string[]): unknown[] => [scope.tenantId, scope.environment, ids];

const toRow = (scope: TenantScope, entry: Entry, balance: number) => ({
  id: entry.text.id,
  revision: entry.revision,
  kind: entry.text.kind,
  subtype: entry.text.subtype,
  agentId: entry.agentId ?? '',
  namespaceId: entry.namespaceId,
  userId: entry.userId,
  tags: entry.tags,
  sessionId: entry.text.sessionId,
  position: entry.text.position,
  occurredAt: entry.text.occurredAt,
  body: entry.body,
  tokens: entry.text.tokens,
  terms: entry.text.terms.length,
  features: encodeFeatures(entry.text, entry.nameTerms, balance),
  lexemes: lexemesOf(scope, entry),
  sessions: entry.sessions,
});

const toCounted = ({ text, agentId, namespaceId, userId, nameTerms, tags }: Entry): CountedEntry => ({
  kind: text.kind,
  agentId: agentId ?? '',
  namespaceId: namespaceId ?? '',
  userId: userId ?? '',
  terms: text.terms,
  nameTerms,
  tags,
});

const storedToCounted = ({ kind, agentId, namespaceId, userId, tags, features }: StoredRow): CountedEntry => ({
  kind,
  agentId,
  namespaceId,
  userId,
  tags,
  ...decodeTerms(features),
});
