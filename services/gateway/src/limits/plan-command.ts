import { parseArgs } from 'node:util';
import type { PlanAssignment } from './plan-store.ts';
import { UNLIMITED } from './plan.ts';

export const USAGE = `Usage: npm run plan                                                 every plan
       npm run plan -- <tenantId>                                   the plan of a tenant
       npm run plan -- <tenantId> <plan> [--rpm <n>] [--burst <n>]  gives a tenant a plan; only custom plans take rates
       npm run plan -- <keyId> [--rpm <n>]                          sets the rate of an API key, in a custom plan

Uses DATABASE_URL or, without it, the embedded database in DATA_DIR while the service is stopped.
Defaults of custom plans: CUSTOM_RATE_LIMIT_RPM, and a sixth of the rate as burst.`;

/** A command of the operator. */
export type PlanCommand =
  | { readonly kind: 'help' }
  | { readonly kind: 'list' }
  | { readonly kind: 'show'; readonly tenantId: string }
  | { readonly kind: 'assign'; readonly tenantId: string; readonly assignment: PlanAssignment }
  | { readonly kind: 'set-key'; readonly keyId: string; readonly requestsPerMinute: number | null };

/** Parses the arguments of `npm run plan`. Throws when they are invalid, with the reason. */
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
    if (plan !== undefined || burst !== null) throw new Error('an API key takes only --rpm');
    return { kind: 'set-key', keyId: target, requestsPerMinute };
  }
  if (plan === undefined && (requestsPerMinute !== null || burst !== null))
    throw new Error('--rpm and --burst need a plan');
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
