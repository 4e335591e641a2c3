import type { LogTables } from '@strata/platform/audit/pg-log-reader';
import { AUDITOR_ROLE } from './organization-schema.ts';
import { ENTRY_COLUMNS, toAuditEntry, type EntryRow } from './pg-audit-reader.ts';

/** Every organization has a log. */
export const ORGANIZATION_LOGS: LogTables<EntryRow> = {
  role: AUDITOR_ROLE,
  owners: 'organizations',
  ownerColumn: 'organization_id',
  entryColumns: ENTRY_COLUMNS,
  toEntry: toAuditEntry,
};
