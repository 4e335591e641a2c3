import { databaseSettings } from '@strata/platform/service/service-settings';
import { z } from 'zod';

/** Settings of the enterprise-org service. Those of its process are in the platform. */
export const enterpriseOrgConfigSchema = z.object({
  ...databaseSettings.shape,
  INVITATION_DAYS: z.coerce.number().int().min(1).max(365).default(7).describe('Days until an invitation expires.'),
  LIFECYCLE_SWEEP_SECONDS: z.coerce
    .number()
    .min(0.05)
    .max(86_400)
    .default(60)
    .describe('Seconds between two lifecycle sweeps of a tenant.'),
  LIFECYCLE_LEASE_SECONDS: z.coerce
    .number()
    .min(1)
    .max(3600)
    .default(90)
    .describe("Seconds until another process takes over a dead process's sweep."),
});
export type EnterpriseOrgConfig = z.output<typeof enterpriseOrgConfigSchema>;
