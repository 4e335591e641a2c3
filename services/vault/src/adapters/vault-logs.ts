import type { LogTables } from '@strata/platform/audit/pg-log-reader';
import { ENTRY_COLUMNS, toVaultAuditEntry, type EntryRow } from './pg-vault-log.ts';
import { AUDITOR_ROLE } from './vault-schema.ts';

/** Every vault has a log. */
export const VAULT_LOGS: LogTables<EntryRow> = {
  role: AUDITOR_ROLE,
  owners: 'vaults',
  ownerColumn: 'vault_id',
  entryColumns: ENTRY_COLUMNS,
  toEntry: toVaultAuditEntry,
};
