import type { Plan, TenantPlan } from './plan.ts';
import { noSuchPlan, type PlanAssignment, type PlanStore } from './plan-store.ts';

/**
 * Gives a tenant a plan, and in a custom one rates of its own. What was set before and is not given now is taken away.
 * @throws Error for the operator: no such plan or tenant, or rates for a plan that has its own; AppError `unavailable`.
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
 * Gives an API key a rate of its own, or with null takes it away.
 * @throws Error for the operator: no such key, or a tenant whose plan is no custom one; AppError `unavailable`.
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
  return `the plan "${id}" has rates of its own; they are set for the plans ${custom.join(', ')} alone`;
};
