/** What a plan lets through. Null: unlimited. */
export interface Plan {
  readonly id: string;
  /** Rates are set for a tenant or a key, else by the deployment. */
  readonly isCustom: boolean;
  readonly requestsPerMinutePerKey: number | null;
  readonly requestsPerMinutePerTenant: number | null;
  /** Requests beyond the rate that a window still lets through. */
  readonly burst: number | null;
  readonly monthlyEvents: number | null;
}

/** A tenant's plan, and what was set for the tenant; null: nothing was. */
export interface TenantPlan {
  readonly plan: Plan;
  readonly requestsPerMinute: number | null;
  readonly burst: number | null;
}

/** What a window of one minute lets through: `rate`, and `burst` on top. */
export interface Allowance {
  readonly rate: number;
  readonly burst: number;
}

/** Stands for "unlimited": the most that a row can say. */
export const UNLIMITED = 2 ** 31 - 1;
/** Of the plans that have numbers, each bursts by a sixth of its rate. */
const BURST_SHARE = 6;

/**
 * What one key and its whole tenant may do in a minute. What was set for a tenant or a key counts in a custom plan
 * alone.
 * @param keyRate what was set for the key; null: nothing was.
 * @param defaultRate the deployment's own, for custom plans.
 */
export function allowancesOf(
  { plan, requestsPerMinute, burst }: TenantPlan,
  keyRate: number | null,
  defaultRate: number,
): { readonly key: Allowance; readonly tenant: Allowance } {
  if (!plan.isCustom) {
    const bursts = plan.burst ?? UNLIMITED;
    return {
      key: { rate: plan.requestsPerMinutePerKey ?? UNLIMITED, burst: bursts },
      tenant: { rate: plan.requestsPerMinutePerTenant ?? UNLIMITED, burst: bursts },
    };
  }
  const rate = requestsPerMinute ?? defaultRate;
  const tenant = { rate, burst: burst ?? shareOf(rate) };
  return { tenant, key: keyRate === null ? tenant : { rate: keyRate, burst: shareOf(keyRate) } };
}

const shareOf = (rate: number): number => Math.floor(rate / BURST_SHARE);
