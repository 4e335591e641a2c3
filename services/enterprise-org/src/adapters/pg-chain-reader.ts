import type { AuditEntry } from '@strata/contracts/schemas/audit';
import { FIRST_PREVIOUS_HASH } from '@strata/platform/audit/chain';
import type { ChainEnd } from '@strata/platform/audit/verify-chain';
import type { Database } from '@strata/platform/database/database';
import { newestFirst, oldestFirst, withoutSorting } from '@strata/platform/database/ordered-range';
import { AUDITOR_ROLE } from './organization-schema.ts';
import { ENTRY_COLUMNS, toAuditEntry, type EntryRow } from './pg-audit-reader.ts';

const ORGANIZATIONS = `
  select tenant_id as "tenantId", id as "organizationId" from organizations
  where ($1::text is null or id = $1) and (tenant_id, id) > ($2, $3) order by tenant_id, id limit $4`;
const AT_ONCE = 100;

/** One statement, so that the head and the last entry are of one moment. */
const END = `
  select coalesce(head.sequence, 0)::float8 as sequence, coalesce(head.hash, $3) as hash, coalesce((
    select sequence from audit_entries entry where tenant_id = $1 and organization_id = $2
      and ${newestFirst(['sequence'], ['0'], [String(Number.MAX_SAFE_INTEGER)])} limit 1
  ), 0)::float8 as last
  from (values (1)) one left join audit_heads head on head.tenant_id = $1 and head.organization_id = $2`;

const ENTRIES = `
  select ${ENTRY_COLUMNS} from audit_entries entry
  where tenant_id = $1 and organization_id = $2
    and ${oldestFirst(['sequence'], ['$3::bigint'], [String(Number.MAX_SAFE_INTEGER)])} limit $4`;

interface Owner {
  readonly tenantId: string;
  readonly organizationId: string;
}

/** One organization's log, and where its chain should end. */
export interface OrganizationChain extends Owner, ChainEnd {}

export interface ChainReader {
  /** The chains of every tenant, or the one of an organization, each as of the moment it is come to. */
  chains(organizationId: string | undefined): AsyncIterable<OrganizationChain>;
  /** The entries after a sequence, in order, at most `limit`. */
  entries(owner: Owner, after: number, limit: number): Promise<readonly AuditEntry[]>;
}

/** The chains of every tenant, for whoever verifies them. */
export const createPgChainReader = (database: Database): ChainReader => {
  const read = <Row>(sql: string, values: readonly unknown[]): Promise<Row[]> =>
    database.asRole(AUDITOR_ROLE, (tx) => withoutSorting(tx, () => tx.query<Row>(sql, values)));
  return {
    async *chains(organizationId) {
      let last: Owner = { tenantId: '', organizationId: '' };
      for (;;) {
        const values = [organizationId ?? null, last.tenantId, last.organizationId, AT_ONCE];
        const owners = await read<Owner>(ORGANIZATIONS, values);
        for (const owner of owners) {
          const ends = await read<ChainEnd>(END, [owner.tenantId, owner.organizationId, FIRST_PREVIOUS_HASH]);
          for (const end of ends) yield { ...owner, ...end };
          last = owner;
        }
        if (owners.length < AT_ONCE) return;
      }
    },

    entries: async ({ tenantId, organizationId }, after, limit) => {
      const rows = await read<EntryRow>(ENTRIES, [tenantId, organizationId, after + 1, limit]);
      return rows.map(toAuditEntry);
    },
  };
};
