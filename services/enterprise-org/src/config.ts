import { databaseSettings } from '@strata/platform/service/service-settings';
import { z } from 'zod';

/** The settings of the enterprise-org service itself; those of its process are the platform's. */
export const enterpriseOrgConfigSchema = z.object({
  ...databaseSettings.shape,
  /** Days that an invitation can be taken up. */
  INVITATION_DAYS: z.coerce.number().int().min(1).max(365).default(7),
});
export type EnterpriseOrgConfig = z.output<typeof enterpriseOrgConfigSchema>;
