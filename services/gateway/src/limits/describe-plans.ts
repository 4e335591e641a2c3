import type { Plan, TenantPlan } from './plan.ts';

const COLUMNS = ['plan', 'requests/min per key', 'per tenant', 'burst', 'events/month'] as const;

/** The plans as a table for a terminal. */
export function describePlans(plans: readonly Plan[]): string {
  const rows = plans.map((plan) => {
    const numbers = [plan.requestsPerMinutePerKey, plan.requestsPerMinutePerTenant, plan.burst];
    return [plan.id, ...numbers.map(plan.isCustom ? () => 'custom' : amount), amount(plan.monthlyEvents)];
  });
  const all = [[...COLUMNS], ...rows];
  const widths = COLUMNS.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  const align = (cell: string, column: number): string =>
    column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0);
  return all.map((row) => row.map(align).join('  ')).join('\n');
}

/** A tenant's plan in a sentence. */
export function describeTenantPlan(tenantId: string, { plan, requestsPerMinute, burst }: TenantPlan): string {
  if (!plan.isCustom) return `${tenantId}: plan ${plan.id}`;
  const rate = requestsPerMinute === null ? "the deployment's rate" : `${amount(requestsPerMinute)} requests a minute`;
  return `${tenantId}: plan ${plan.id}, ${rate}, burst ${burst === null ? 'a sixth of it' : amount(burst)}`;
}

const amount = (value: number | null): string => (value === null ? 'unlimited' : value.toLocaleString('en-US'));
