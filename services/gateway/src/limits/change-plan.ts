import type { Plan, TenantPlan } from './plan.ts';
import { noSuchPlan, type PlanAssignment, type PlanStore } from './plan-store.ts';

/**
 * Gives a tenant a plan, and in a custom plan rates of its own; rates that are not given are removed. Errors:
 * `unavailable`. Throws an error for the operator if there is no such plan or tenant, or the plan has fixed rates.
 */
export async function assignPlan(store: PlanStore, tenantId: string, assignment: PlanAssignment): Promise<TenantPlan> {
  const { requestsPerMinute, burst } = assignment;
  const plans = await store.list();
  const plan = plans.find(({ id }) => id === assignment.plan);
  if (plan === undefined) throw new Error(noSuchPlan(assignment.plan, plans));
  if (!plan.isCustom && (requestsPerMinute !== null || burst !== null)) throw new Error(notCustom(plan, plans));
  if (!(await store.assign(tenantId, assignment))) throw new Error(`there is no tenant "${tenantId}"`);
  return { plan, requestsPerMinute, burst };
}

/**
 * Gives an API key a rate of its own; null removes it. Errors: `unavailable`. Throws an error for the operator if there is
 * no such key, or the tenant's plan has fixed rates.
 */
export async function setKeyRate(store: PlanStore, keyId: string, requestsPerMinute: number | null): Promise<void> {
  const tenantId = await store.tenantOfKey(keyId);
  const tenant = tenantId === undefined ? undefined : await store.ofTenant(tenantId);
  if (tenantId === undefined || tenant === undefined) throw new Error(`there is no API key "${keyId}"`);
  if (!tenant.plan.isCustom && requestsPerMinute !== null) throw new Error(notCustom(tenant.plan, await store.list()));
  await store.setKeyRate(tenantId, keyId, requestsPerMinute);
}

const notCustom = ({ id }: Plan, plans: readonly Plan[]): string => {
  const custom = plans.filter(({ isCustom }) => isCustom).map((plan) => plan.id);
  return `the plan "${id}" has fixed rates; only these plans take rates: ${custom.join(', ')}`;
};
