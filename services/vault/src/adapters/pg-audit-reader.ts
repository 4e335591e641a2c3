import type { Database } from '@strata/platform/database/database';
import { newestFirst, withoutSorting } from '@strata/platform/database/ordered-range';
import type { AuditReader } from '../audit/list-audit.ts';
import { ENTRY_COLUMNS, toVaultAuditEntry, type EntryRow } from './pg-vault-log.ts';

const HEAD = 'select sequence::float8 as sequence from audit_heads where tenant_id = $1 and vault_id = $2';
const PAGE = `
  select ${ENTRY_COLUMNS} from audit_entries entry
  where tenant_id = $1 and vault_id = $2 and ${newestFirst(['sequence'], ['1'], ['$3::bigint'])} limit $4`;

/** The logs of vaults in PostgreSQL. Every page is a range of one index; the last sequence is the total. */
export const createPgAuditReader = (database: Database): AuditReader => ({
  list: (scope, vaultId, { limit, before }) =>
    database.inTenant(scope, (tx) =>
      withoutSorting(tx, async () => {
        const own = [scope.tenantId, vaultId];
        const [head] = await tx.query<{ sequence: number }>(HEAD, own);
        const total = head?.sequence ?? 0;
        const rows = await tx.query<EntryRow>(PAGE, [
          ...own,
          Math.min(total + 1, before?.last ?? total + 1),
          limit + 1,
        ]);
        const items = rows.slice(0, limit).map(toVaultAuditEntry);
        return { items, last: items.at(-1)?.sequence ?? 0, hasMore: rows.length > limit, total };
      }),
    ),
});
