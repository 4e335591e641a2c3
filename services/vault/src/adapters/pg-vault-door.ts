import type { Database } from '@strata/platform/database/database';
import type { AdmittedVault, VaultDoor } from '../access/admit-to-vault.ts';
import type { RefusalLog } from '../access/note-refusal.ts';
import { holdVaultLog } from './pg-vault-log.ts';

const FIND = `
  select id, created_by as "createdBy", key_id as "keyId", wrapped_key as wrapped from vaults
  where tenant_id = $1 and id = $2`;

const NOTED = `
  select 1 from audit_entries
  where tenant_id = $1 and vault_id = $2 and actor_id = $3 and action = 'vault.refuse' and at > $4 limit 1`;

interface VaultRow extends Omit<AdmittedVault, 'key'> {
  readonly keyId: string;
  readonly wrapped: Buffer;
}

/** Vaults in PostgreSQL, as far as whoever comes to them is concerned. */
export const createPgVaultDoor = (database: Database): VaultDoor & RefusalLog => ({
  find: (scope, vaultId) =>
    database.inTenant(scope, async (tx) => {
      const [row] = await tx.query<VaultRow>(FIND, [scope.tenantId, vaultId]);
      if (row === undefined) return undefined;
      const { id, createdBy, ...key } = row;
      return { id, createdBy, key };
    }),

  noteRefusal: (scope, vaultId, entry, since) =>
    database.inTenant(
      scope,
      async (tx) => {
        const isNoted = async (): Promise<boolean> =>
          (await tx.query(NOTED, [scope.tenantId, vaultId, entry.actorId, since])).length > 0;
        // Asked first without holding the log: whoever keeps trying writes nothing and keeps nobody waiting.
        if (await isNoted()) return;
        const log = await holdVaultLog(tx, scope, vaultId);
        if (!(await isNoted())) await log.append(entry);
      },
      { retry: true },
    ),
});
