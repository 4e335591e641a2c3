import { rateLimited, type AppError } from '@strata/kernel/errors';
import type { Allowance } from './plan.ts';
import type { WindowCount } from './window-counter.ts';

/** Length of the windows in which requests are counted. */
export const WINDOW_SECONDS = 60;

export type LimitName = 'key' | 'tenant' | 'address';

/** The state of a window of requests, and how many requests it admits. */
export interface WindowUse extends WindowCount {
  readonly limit: LimitName;
  readonly allowance: Allowance;
}

/** The headers that describe a limit, and the error if the request exceeds it. */
export interface Admission {
  readonly headers: Readonly<Record<string, string>>;
  /** `rate_limited`, with the seconds after which to retry. */
  readonly rejection: AppError | undefined;
}

/** How many requests a window admits. */
export const mostOf = ({ rate, burst }: Allowance): number => rate + burst;

export const isOver = (use: WindowUse): boolean => leftOf(use) < 0;

/** Of two windows, the one with less left; the first if they are equal. */
export const tighterOf = (one: WindowUse, other: WindowUse): WindowUse => (leftOf(other) < leftOf(one) ? other : one);

/**
 * Decides on the request that was counted last. The headers count only the rate, so that a client that follows them
 * keeps its burst in reserve.
 */
export function admissionOf(use: WindowUse, now: Date): Admission {
  const { allowance, count } = use;
  // A window that is not open yet would stay open for its whole length from now.
  const resetMs = count === 0 && use.resetMs <= 0 ? WINDOW_SECONDS * 1000 : use.resetMs;
  const headers = {
    'X-RateLimit-Limit': String(allowance.rate),
    'X-RateLimit-Remaining': String(Math.max(0, allowance.rate - count)),
    'X-RateLimit-Reset': String(Math.ceil((now.getTime() + resetMs) / 1000)),
  };
  return {
    headers,
    rejection: isOver(use) ? rateLimited(`Too many requests ${BY[use.limit]}`, resetMs) : undefined,
  };
}

const leftOf = ({ allowance, count }: WindowUse): number => mostOf(allowance) - count;

const BY: Readonly<Record<LimitName, string>> = {
  key: 'with this credential',
  tenant: 'by this tenant',
  address: 'from this address without a valid credential',
};
