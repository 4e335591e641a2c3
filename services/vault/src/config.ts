import { databaseSettings } from '@strata/platform/service/service-settings';
import { z } from 'zod';
import { keySettings, requireKeys } from './key-ring/key-settings.ts';

/** The settings of the vault service itself; those of its process are the platform's. */
export const vaultConfigSchema = requireKeys(
  z.object({
    ...databaseSettings.shape,
    ...keySettings.shape,
    /** Versions that are kept of each item; the oldest goes when there is one more. */
    VAULT_VERSIONS_KEPT: z.coerce.number().int().min(1).max(1000).default(10),
    /** Secrets that one user may have revealed in a minute, in all vaults of a tenant together. */
    VAULT_REVEALS_PER_MINUTE: z.coerce.number().int().min(1).max(100_000).default(30),
  }),
);
export type VaultConfig = z.output<typeof vaultConfigSchema>;
