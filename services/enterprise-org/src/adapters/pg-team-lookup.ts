import type { Transaction } from '@strata/platform/database/database';
import type { TeamLookup } from '../teams/require-teams.ts';
import { IN_ORGANIZATION } from './organization-table.ts';

/** The teams of one organization, as a transaction sees them. */
export const teamLookupIn = (tx: Transaction, tenantId: string, organizationId: string): TeamLookup => ({
  hasTeams: async (teamIds) => {
    if (teamIds.length === 0) return true;
    const sql = `select 1 from teams where ${IN_ORGANIZATION} and id = any($3)`;
    const found = await tx.query(sql, [tenantId, organizationId, teamIds]);
    return found.length === teamIds.length;
  },
});
