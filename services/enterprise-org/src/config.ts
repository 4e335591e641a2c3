import { z } from 'zod';

/** The enterprise-org service has no settings beyond those of its process. */
export const enterpriseOrgConfigSchema = z.object({});
