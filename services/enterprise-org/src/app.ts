import type { RunningService } from '@strata/platform/service/running-service';

/** The enterprise-org service. It answers no operation yet; its process takes its place on the bus and reports its health. */
export const createEnterpriseOrg = (): Promise<RunningService> =>
  Promise.resolve({ checks: {}, close: () => Promise.resolve() });
