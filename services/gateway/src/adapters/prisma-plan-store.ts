import type { Plan as PlanRow } from '../generated/client.ts';
import type { PlanStore } from '../limits/plan-store.ts';
import type { Plan } from '../limits/plan.ts';
import type { GatewayDatabase } from './gateway-database.ts';

/** Plans belong to no tenant. */
const NO_TENANT = '';

/** Plans and the rates of tenants, in the gateway's schema. */
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

  assign: (tenantId, data) =>
    database.inTenant(tenantId, async (tx) => {
      const { count } = await tx.tenant.updateMany({ where: { id: tenantId }, data });
      return count > 0;
    }),

  tenantOfKey: (keyId) =>
    database.asLookup([keyId], async (tx) => {
      const row = await tx.apiKey.findUnique({ where: { id: keyId }, select: { tenantId: true } });
      return row?.tenantId;
    }),

  async setKeyRate(tenantId, keyId, requestsPerMinute) {
    const change = { where: { id: keyId }, data: { requestsPerMinute } };
    await database.inTenant(tenantId, (tx) => tx.apiKey.updateMany(change));
  },
});

const toPlan = ({ monthlyEvents, ...row }: PlanRow): Plan => ({
  ...row,
  monthlyEvents: monthlyEvents === null ? null : Number(monthlyEvents),
});
