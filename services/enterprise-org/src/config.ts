import { databaseSettings } from '@strata/platform/service/service-settings';
import { z } from 'zod';

/** The settings of the enterprise-org service itself; those of its process are the platform's. */
export const enterpriseOrgConfigSchema = z.object({
  ...databaseSettings.shape,
  /** Days that an invitation can be taken up. */
  INVITATION_DAYS: z.coerce.number().int().min(1).max(365).default(7),
  /** Seconds between two sweeps of a tenant by its lifecycle policies. */
  LIFECYCLE_SWEEP_SECONDS: z.coerce.number().min(0.05).max(86_400).default(60),
  /** Seconds until the sweep of a worker that died is taken up by another. */
  LIFECYCLE_LEASE_SECONDS: z.coerce.number().min(1).max(3600).default(90),
});
export type EnterpriseOrgConfig = z.output<typeof enterpriseOrgConfigSchema>;
