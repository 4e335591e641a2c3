import { AppError } from '@strata/kernel/errors';
import type { Difference } from '@strata/platform/reconcile/check';
import type { CheckResult } from '@strata/platform/reconcile/run-checks';

/** Lines of a check in a terminal; JSON has them all. */
const MOST_LINES = 100;

/** What a check found, as lines for a terminal. */
export function linesOf(result: CheckResult): string[] {
  const { check, left, repaired, repairedCount, seconds } = result;
  const error = errorOf(result);
  const found = [
    ...repaired.map((difference) => ({ difference, state: 'repaired' })),
    ...left.map((difference) => ({ difference, state: 'left' })),
  ];
  const lines = found.slice(0, MOST_LINES).map(({ difference, state }) => `  ${state}  ${describe(difference)}`);
  const more = left.length + repairedCount - lines.length;
  return [
    `${check.name}: ${summaryOf(result)} (${seconds.toFixed(1)} s)`,
    ...lines,
    ...(more > 0 ? [`  and ${more.toLocaleString('en')} more; --json prints them`] : []),
    ...(left.length > 0 ? [`  ${check.advice}`] : []),
    ...(error === null ? [] : [`  ${error}`]),
  ];
}

function summaryOf({ left, repairedCount, isCut, error }: CheckResult): string {
  if (error !== undefined) return 'COULD NOT BE COMPARED';
  if (left.length + repairedCount === 0) return 'no difference';
  const atLeast = isCut ? 'at least ' : '';
  const found = `${atLeast}${counted(left.length + repairedCount, 'difference')}`;
  return repairedCount === 0 ? found : `${found}, ${repairedCount.toLocaleString('en')} repaired`;
}

/** What a check found, for JSON. */
export const jsonOf = (result: CheckResult) => ({
  check: result.check.name,
  compares: result.check.compares,
  seconds: Number(result.seconds.toFixed(3)),
  left: result.left,
  repaired: result.repaired,
  repairedCount: result.repairedCount,
  isCut: result.isCut,
  advice: result.left.length > 0 ? result.check.advice : null,
  error: errorOf(result),
});

const describe = ({ tenantId, environment, id, message }: Difference): string =>
  [[tenantId, environment].filter((part) => part !== null).join('/') || 'no tenant', id, message]
    .map(printable)
    .join('  ');

/** Without characters that steer a terminal. */
const printable = (text: string): string => text.replace(/\p{Cc}/gu, ' ');

/** A message for the operator, or null. Errors of libraries can name hosts. */
function errorOf({ error }: CheckResult): string | null {
  if (error === undefined) return null;
  if (error instanceof AppError) return error.message;
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : 'unknown error';
  return `it failed: ${code}`;
}

const counted = (count: number, noun: string): string =>
  `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;
