import type { Plan, TenantPlan } from './plan.ts';

/** The plans of the deployment, and which tenant has which. Every method throws AppError `unavailable`. */
export interface PlanStore {
  list(): Promise<Plan[]>;
  /** Undefined when there is no such tenant. */
  ofTenant(tenantId: string): Promise<TenantPlan | undefined>;
}

/**
 * Makes sure that the plans which settings name exist.
 * @param settings the plan's name by the name of the setting.
 * @throws Error naming the setting and what there is instead; AppError `unavailable`.
 */
export async function requirePlans(store: PlanStore, settings: Readonly<Record<string, string>>): Promise<void> {
  const known = (await store.list()).map(({ id }) => id);
  for (const [setting, plan] of Object.entries(settings))
    if (!known.includes(plan)) throw new Error(`${setting}: there is no plan "${plan}", but ${known.join(', ')}`);
}
