import { parseArgs } from 'node:util';
import type { PlanAssignment } from './plan-store.ts';
import { UNLIMITED } from './plan.ts';

export const USAGE = `Usage: npm run plan                                                 every plan
       npm run plan -- <tenantId>                                   the plan of a tenant
       npm run plan -- <tenantId> <plan> [--rpm <n>] [--burst <n>]  gives a tenant a plan; the rates are for custom plans
       npm run plan -- <keyId> [--rpm <n>]                          gives an API key a rate of its own, in a custom plan

Works on DATABASE_URL; without it on the embedded database in DATA_DIR, while the service is stopped.
What is not given falls back to the deployment's: CUSTOM_RATE_LIMIT_RPM, and a sixth of the rate as burst.`;

/** What the operator wants done. */
export type PlanCommand =
  | { readonly kind: 'help' }
  | { readonly kind: 'list' }
  | { readonly kind: 'show'; readonly tenantId: string }
  | { readonly kind: 'assign'; readonly tenantId: string; readonly assignment: PlanAssignment }
  | { readonly kind: 'set-key'; readonly keyId: string; readonly requestsPerMinute: number | null };

/**
 * Reads the arguments of `npm run plan`.
 * @throws Error saying what is wrong with them.
 */
export function readPlanCommand(argv: readonly string[]): PlanCommand {
  const { values, positionals } = parseArgs({
    args: [...argv],
    allowPositionals: true,
    options: { rpm: { type: 'string' }, burst: { type: 'string' }, help: { type: 'boolean' } },
  });
  const [target, plan, ...more] = positionals;
  if (values.help === true) return { kind: 'help' };
  if (more.length > 0) throw new Error(`too many arguments: ${more.join(' ')}`);
  const requestsPerMinute = wholeNumber('--rpm', values.rpm, 1);
  const burst = wholeNumber('--burst', values.burst, 0);
  if (target?.startsWith('key_') === true) {
    if (plan !== undefined || burst !== null) throw new Error('an API key takes --rpm alone');
    return { kind: 'set-key', keyId: target, requestsPerMinute };
  }
  if (plan === undefined && (requestsPerMinute !== null || burst !== null))
    throw new Error('--rpm and --burst go with a plan');
  if (target === undefined) return { kind: 'list' };
  if (plan === undefined) return { kind: 'show', tenantId: target };
  return { kind: 'assign', tenantId: target, assignment: { plan, requestsPerMinute, burst } };
}

function wholeNumber(name: string, text: string | undefined, minimum: number): number | null {
  if (text === undefined) return null;
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= minimum && value <= UNLIMITED) return value;
  throw new Error(`${name} must be a whole number from ${minimum} to ${UNLIMITED}`);
}
