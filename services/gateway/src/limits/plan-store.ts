import type { Plan, TenantPlan } from './plan.ts';

/** What an operator gives a tenant; null: nothing of its own. */
export interface PlanAssignment {
  readonly plan: string;
  readonly requestsPerMinute: number | null;
  readonly burst: number | null;
}

/** The plans of the deployment, and which tenant has which. Every method throws AppError `unavailable`. */
export interface PlanStore {
  list(): Promise<Plan[]>;
  /** Undefined when there is no such tenant. */
  ofTenant(tenantId: string): Promise<TenantPlan | undefined>;
  /** False when there is no such tenant. */
  assign(tenantId: string, assignment: PlanAssignment): Promise<boolean>;
  /** The tenant of an API key; undefined when there is no such key. */
  tenantOfKey(keyId: string): Promise<string | undefined>;
  setKeyRate(tenantId: string, keyId: string, requestsPerMinute: number | null): Promise<void>;
}

/**
 * Makes sure that the plans which settings name exist.
 * @param settings the plan's name by the name of the setting.
 * @throws Error naming the setting and what there is instead; AppError `unavailable`.
 */
export async function requirePlans(
  store: Pick<PlanStore, 'list'>,
  settings: Readonly<Record<string, string>>,
): Promise<void> {
  const plans = await store.list();
  for (const [setting, plan] of Object.entries(settings))
    if (!plans.some(({ id }) => id === plan)) throw new Error(`${setting}: ${noSuchPlan(plan, plans)}`);
}

/** Says which plans there are instead. */
export const noSuchPlan = (wanted: string, plans: readonly Plan[]): string =>
  `there is no plan "${wanted}"; there are ${plans.map(({ id }) => id).join(', ')}`;
