import type { Plan, TenantPlan } from './plan.ts';

/** The plan and the rates that an operator gives a tenant; a rate is null if the tenant has none of its own. */
export interface PlanAssignment {
  readonly plan: string;
  readonly requestsPerMinute: number | null;
  readonly burst: number | null;
}

/** The plans of the deployment and of its tenants. Errors: `unavailable`. */
export interface PlanStore {
  list(): Promise<Plan[]>;
  /** Undefined if there is no such tenant. */
  ofTenant(tenantId: string): Promise<TenantPlan | undefined>;
  /** False if there is no such tenant. */
  assign(tenantId: string, assignment: PlanAssignment): Promise<boolean>;
  /** The tenant of an API key; undefined if there is no such key. */
  tenantOfKey(keyId: string): Promise<string | undefined>;
  setKeyRate(tenantId: string, keyId: string, requestsPerMinute: number | null): Promise<void>;
}

/**
 * Checks that every plan named in `settings` (setting → plan) exists. Errors: `unavailable`. Throws when a plan does not
 * exist, with the setting and the existing plans.
 */
export async function requirePlans(
  store: Pick<PlanStore, 'list'>,
  settings: Readonly<Record<string, string>>,
): Promise<void> {
  const plans = await store.list();
  for (const [setting, plan] of Object.entries(settings))
    if (!plans.some(({ id }) => id === plan)) throw new Error(`${setting}: ${noSuchPlan(plan, plans)}`);
}

/** An error text that lists the existing plans. */
export const noSuchPlan = (wanted: string, plans: readonly Plan[]): string =>
  `there is no plan "${wanted}"; there are ${plans.map(({ id }) => id).join(', ')}`;
