import { z } from 'zod';

/** The vault service has no settings beyond those of its process. */
export const vaultConfigSchema = z.object({});
