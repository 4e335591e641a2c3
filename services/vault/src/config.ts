import { databaseSettings } from '@strata/platform/service/service-settings';
import { z } from 'zod';
import { keySettings, requireKeys } from './key-ring/key-settings.ts';

/** Settings of the vault service. Those of its process are in the platform. */
export const vaultConfigSchema = requireKeys(
  z.object({
    ...databaseSettings.shape,
    ...keySettings.shape,
    VAULT_VERSIONS_KEPT: z.coerce.number().int().min(1).max(1000).default(10).describe('Versions kept of each item.'),
    VAULT_REVEALS_PER_MINUTE: z.coerce
      .number()
      .int()
      .min(1)
      .max(100_000)
      .default(30)
      .describe('Reveals per user and minute, in all vaults of a tenant together.'),
  }),
);
export type VaultConfig = z.output<typeof vaultConfigSchema>;
