import type { Database } from '../database/database.ts';
import { newestFirst, oldestFirst, withoutSorting } from '../database/ordered-range.ts';
import { FIRST_PREVIOUS_HASH, type ChainLink } from './chain.ts';
import type { ChainEnd } from './verify-chain.ts';

/** A service's audit logs, one per owner, in the tables `audit_entries` and `audit_heads` of its schema. */
export interface LogTables<Row> {
  /** A role that may read the logs of every tenant. */
  readonly role: string;
  /** The table of the owners, and the column by which entries and heads reference them. */
  readonly owners: string;
  readonly ownerColumn: string;
  readonly entryColumns: string;
  readonly toEntry: (row: Row) => ChainLink;
}

interface Owner {
  readonly tenantId: string;
  readonly ownerId: string;
}

/** One log, and the expected end of its chain. */
export interface OwnedLog extends Owner, ChainEnd {}

export interface LogReader {
  /** The logs of every tenant, or of one owner, each as of the moment it is yielded. */
  logs(ownerId: string | undefined): AsyncIterable<OwnedLog>;
  /** The entries after a sequence, in order, at most `limit`. */
  entries(owner: Owner, after: number, limit: number): Promise<readonly ChainLink[]>;
}

const PAGE_SIZE = 100;

/** Reads the logs of every tenant, to verify them. */
export function createPgLogReader<Row>(database: Database, tables: LogTables<Row>): LogReader {
  const { role, owners, ownerColumn, entryColumns, toEntry } = tables;
  const own = `tenant_id = $1 and ${ownerColumn} = $2`;
  const findOwners = `
    select tenant_id as "tenantId", id as "ownerId" from ${owners}
    where ($1::text is null or id = $1) and (tenant_id, id) > ($2, $3) order by tenant_id, id limit $4`;
  // One statement, so that the head and the last entry are from the same moment.
  const findEnd = `
    select coalesce(head.sequence, 0)::float8 as sequence, coalesce(head.hash, $3) as hash, coalesce((
      select sequence from audit_entries entry where ${own}
        and ${newestFirst(['sequence'], ['0'], [String(Number.MAX_SAFE_INTEGER)])} limit 1
    ), 0)::float8 as last
    from (values (1)) one left join audit_heads head on head.tenant_id = $1 and head.${ownerColumn} = $2`;
  const findEntries = `
    select ${entryColumns} from audit_entries entry
    where ${own} and ${oldestFirst(['sequence'], ['$3::bigint'], [String(Number.MAX_SAFE_INTEGER)])} limit $4`;
  const read = <Found>(sql: string, values: readonly unknown[]): Promise<Found[]> =>
    database.asRole(role, (tx) => withoutSorting(tx, () => tx.query<Found>(sql, values)));
  return {
    async *logs(ownerId) {
      let last: Owner = { tenantId: '', ownerId: '' };
      for (;;) {
        const found = await read<Owner>(findOwners, [ownerId ?? null, last.tenantId, last.ownerId, PAGE_SIZE]);
        for (const owner of found) {
          const ends = await read<ChainEnd>(findEnd, [owner.tenantId, owner.ownerId, FIRST_PREVIOUS_HASH]);
          for (const end of ends) yield { ...owner, ...end };
          last = owner;
        }
        if (found.length < PAGE_SIZE) return;
      }
    },

    entries: async ({ tenantId, ownerId }, after, limit) =>
      (await read<Row>(findEntries, [tenantId, ownerId, after + 1, limit])).map(toEntry),
  };
}
