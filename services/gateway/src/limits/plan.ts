/** The limits of a plan. Null is unlimited. */
export interface Plan {
  readonly id: string;
  /** Rates are set per tenant or API key; the deployment has a default. */
  readonly isCustom: boolean;
  readonly requestsPerMinutePerKey: number | null;
  readonly requestsPerMinutePerTenant: number | null;
  /** Requests that a window admits beyond the rate. */
  readonly burst: number | null;
  readonly monthlyEvents: number | null;
}

/** A tenant's plan, and the rates set for the tenant; null if not set. */
export interface TenantPlan {
  readonly plan: Plan;
  readonly requestsPerMinute: number | null;
  readonly burst: number | null;
}

/** What a window of one minute admits: `rate` requests, and `burst` more. */
export interface Allowance {
  readonly rate: number;
  readonly burst: number;
}

/** Means "unlimited": the largest number that a database row can hold. */
export const UNLIMITED = 2 ** 31 - 1;
/** The burst of a custom plan is a sixth of its rate, as in the plans with fixed rates. */
const BURST_SHARE = 6;

/**
 * What one key and its whole tenant may request in a minute. Rates set for a tenant or a key apply only in a custom plan.
 * `keyRate` is the rate set for the key, null if there is none. `defaultRate` is the deployment's, for custom plans.
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
