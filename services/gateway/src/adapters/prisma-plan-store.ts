import type { Plan as PlanRow } from '../generated/client.ts';
import type { PlanStore } from '../limits/plan-store.ts';
import type { Plan } from '../limits/plan.ts';
import type { GatewayDatabase } from './gateway-database.ts';

/** Plans are nobody's: they are read on behalf of no tenant. */
const NO_TENANT = '';

/** Plans and what was set for tenants, in the gateway's schema. */
export const createPrismaPlanStore = (database: GatewayDatabase): PlanStore => ({
  list: () =>
    database.inTenant(NO_TENANT, async (tx) => {
      const rows = await tx.plan.findMany({ orderBy: { id: 'asc' } });
      return rows.map(toPlan);
    }),

  ofTenant: (tenantId) =>
    database.inTenant(tenantId, async (tx) => {
      const row = await tx.tenant.findUnique({ where: { id: tenantId }, include: { limits: true } });
      if (row === null) return undefined;
      const { requestsPerMinute, burst, limits } = row;
      return { plan: toPlan(limits), requestsPerMinute, burst };
    }),
});

const toPlan = ({ monthlyEvents, ...row }: PlanRow): Plan => ({
  ...row,
  monthlyEvents: monthlyEvents === null ? null : Number(monthlyEvents),
});
