import type { Database } from '@strata/platform/database/database';
import type { DenialLog } from '../access/record-denial.ts';
import { lockVaultLogs } from './pg-vault-log.ts';

const RECORDED = `
  select 1 from audit_entries
  where tenant_id = $1 and vault_id = $2 and actor_id = $3 and action = 'vault.refuse' and at > $4 limit 1`;

/**
 * Denied attempts in the vaults' logs. Every attempt runs the same statements, whether the vault exists or not and
 * whether it is recorded or not, so that a log that cannot be written fails all of them alike.
 */
export const createPgDenialLog = (database: Database): DenialLog => ({
  recordDenial: (scope, vaultId, entry, since) =>
    database.inTenant(
      scope,
      async (tx) => {
        const isRecorded = async (): Promise<boolean> =>
          (await tx.query(RECORDED, [scope.tenantId, vaultId, entry.actorId, since])).length > 0;
        // Checked before locking the log: a user who keeps trying blocks no one else.
        const log = await lockVaultLogs(tx, scope, (await isRecorded()) ? [] : [vaultId]);
        const isNew = !(await isRecorded()) && log.vaultIds.has(vaultId);
        await log.append(new Map(isNew ? [[vaultId, entry]] : []));
      },
      { retry: true },
    ),
});
