import type { RunningService } from '@strata/platform/service/running-service';
import type { ServiceParts } from '@strata/platform/service/service-parts';
import type { EnterpriseOrgConfig } from './config.ts';

/** The enterprise-org service. It answers no operation yet; its process takes its place on the bus and reports its health. */
export const createEnterpriseOrg = (_config: EnterpriseOrgConfig, _parts: ServiceParts): Promise<RunningService> =>
  Promise.resolve({ checks: {}, close: () => Promise.resolve() });
