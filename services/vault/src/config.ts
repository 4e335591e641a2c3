import { z } from 'zod';

/** The vault service has no settings beyond those of its process. */
export const vaultConfigSchema = z.object({});
export type VaultConfig = z.output<typeof vaultConfigSchema>;
