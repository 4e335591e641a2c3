import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { Database } from '@strata/platform/database/database';
import type { CopiedEntry } from '../copy/copied-entry.ts';
import type { Vocabulary } from '../rank/vocabulary.ts';
import type { IndexCopy } from '../copy/index-copy.ts';
import type { SessionNote, SessionNotes } from '../sessions/session-notes.ts';
import { decodeForCopy } from './entry-features.ts';

/** Entries of one read: decoding them holds up other requests for a few milliseconds. */
const PAGE = 500;

const OWN = 'tenant_id = $1 and environment = $2';

/** Which write of the tenant scope was the last, in a statement whose first values are the scope. */
export const LAST_WRITE = `coalesce((select version from scope_versions where ${OWN}), 0)::text`;

// One statement, so that all of it is of one version. A row of another write has another `xmin`.
const PRESENT = `
  select ${LAST_WRITE} as version,
         (select coalesce(json_agg(json_build_array(id, xmin)), '[]') from entries where ${OWN}) as entries,
         (select coalesce(json_agg(json_build_array(nullif(agent_id, ''), nullif(namespace_id, ''), session_id, outcome,
                                                    identifiers, names)), '[]')
          from session_summaries where ${OWN}) as sessions,
         (select coalesce(json_agg(json_build_array(nullif(agent_id, ''), nullif(namespace_id, ''), forms)), '[]')
          from identifier_forms where ${OWN}) as scopes`;

const ROWS = `
  select coalesce(json_agg(json_build_array(xmin, revision::text, features, body, nullif(agent_id, ''), namespace_id, user_id, tags, sessions)), '[]')
    as rows
  from entries where ${OWN} and id = any($3)`;

interface PresentRow {
  readonly version: string;
  readonly entries: readonly (readonly [id: string, write: string])[];
  readonly sessions: readonly [
    ...PlaceRow,
    sessionId: string,
    outcome: SessionNote['outcome'],
    identifiers: readonly string[],
    names: readonly string[],
  ][];
  readonly scopes: readonly [...PlaceRow, identifierForms: readonly string[]][];
}
type PlaceRow = [agentId: string | null, namespaceId: string | null];

type EntryRow = readonly [
  write: string,
  revision: string,
  features: string,
  body: string,
  agentId: string | null,
  namespaceId: string | null,
  userId: string | null,
  tags: readonly string[],
  sessions: readonly string[],
];

/**
 * Brings a copy up to date. Returns the version that it has then; null if the scope was written to meanwhile, so that it is
 * of no single version. Throws a {@link CopyTooLarge} if it would take more than about `maxBytes`.
 *
 * @param vocabulary the terms and other strings that entries of the copy share
 */
export async function updateCopy(
  database: Database,
  scope: TenantScope,
  copy: IndexCopy,
  vocabulary: Vocabulary,
  maxBytes: number,
): Promise<string | null> {
  const [row] = await database.inTenant(scope, (tx) => tx.query<PresentRow>(PRESENT, keyed(scope)));
  if (row === undefined) throw new Error('A statement without a table returned no row');
  const { version, entries, sessions, scopes } = row;
  const writes = copy.writes();
  const others = entries.filter(([id, write]) => writes.get(id) !== write).map(([id]) => id);
  const present = new Set(entries.map(([id]) => id));
  copy.remove([...writes.keys()].filter((id) => !present.has(id)));
  for (let from = 0; from < others.length; from += PAGE) {
    copy.put(await readEntries(database, scope, others.slice(from, from + PAGE), vocabulary));
    if (copy.size > maxBytes) throw new CopyTooLarge();
  }
  copy.setNotes(notesOf(sessions, scopes));
  if (others.length === 0) return version;
  return (await readLastWrite(database, scope)) === version ? version : null;
}

async function readLastWrite(database: Database, scope: TenantScope): Promise<string | undefined> {
  const [row] = await database.inTenant(scope, (tx) =>
    tx.query<{ version: string }>(`select ${LAST_WRITE} as version`, keyed(scope)),
  );
  return row?.version;
}

/** The entries of a tenant scope take more memory than copies may. */
export class CopyTooLarge extends Error {}

async function readEntries(
  database: Database,
  scope: TenantScope,
  ids: readonly string[],
  vocabulary: Vocabulary,
): Promise<CopiedEntry[]> {
  const [found] = await database.inTenant(scope, (tx) =>
    tx.query<{ rows: readonly EntryRow[] }>(ROWS, [...keyed(scope), ids]),
  );
  const shared = (text: string | null): string | null => (text === null ? null : vocabulary.shared(text));
  return (found?.rows ?? []).map(([write, revision, features, body, agentId, namespaceId, userId, tags, sessions]) => {
    const { candidate, nameTerms } = decodeForCopy(features, vocabulary);
    const { id, kind, sessionId, occurredAt } = candidate;
    return {
      ...{ id, kind, sessionId, occurredAt, write, revision, candidate, nameTerms, body, tags, sessions },
      ...{ agentId: shared(agentId), namespaceId: shared(namespaceId), userId: shared(userId) },
    };
  });
}

const notesOf = (sessions: PresentRow['sessions'], scopes: PresentRow['scopes']): SessionNotes => ({
  sessions: sessions.map(([agentId, namespaceId, sessionId, outcome, identifiers, names]) => ({
    ...{ place: { agentId, namespaceId }, sessionId, outcome, identifiers, names },
  })),
  scopes: scopes.map(([agentId, namespaceId, identifierForms]) => ({
    ...{ place: { agentId, namespaceId }, identifierForms },
  })),
});

const keyed = ({ tenantId, environment }: TenantScope): unknown[] => [tenantId, environment];
