import type { Transaction } from '@strata/platform/database/database';
import type { KnownTeams } from '../teams/require-teams.ts';

/** The teams of one organization, as a transaction sees them. */
export const knownTeamsIn = (tx: Transaction, tenantId: string, organizationId: string): KnownTeams => ({
  hasTeams: async (teamIds) => {
    if (teamIds.length === 0) return true;
    const found = await tx.query('select 1 from teams where tenant_id = $1 and organization_id = $2 and id = any($3)', [
      tenantId,
      organizationId,
      teamIds,
    ]);
    return found.length === teamIds.length;
  },
});
