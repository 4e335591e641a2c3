import { rateLimited, type AppError } from '@strata/kernel/errors';
import type { Allowance } from './plan.ts';
import type { WindowCount } from './window-counter.ts';

/** Length of every window that requests are counted in. */
export const WINDOW_SECONDS = 60;

export type LimitName = 'key' | 'tenant' | 'address';

/** A window of requests as it stands, and what it lets through. */
export interface WindowUse extends WindowCount {
  readonly limit: LimitName;
  readonly allowance: Allowance;
}

/** What the caller is told of its limit, and the error that refuses it, if it is refused. */
export interface Admission {
  readonly headers: Readonly<Record<string, string>>;
  /** `rate_limited`, with the seconds after which a retry makes sense. */
  readonly rejection: AppError | undefined;
}

export const isOver = (use: WindowUse): boolean => leftOf(use) < 0;

/** Of two windows the one that refuses first, as things stand. */
export const tighterOf = (one: WindowUse, other: WindowUse): WindowUse => (leftOf(other) < leftOf(one) ? other : one);

/**
 * What a window means to the request that was counted in it last. Headers speak of the rate alone, so that a client
 * that goes by them keeps its burst for when it needs it.
 */
export function admissionOf(use: WindowUse, now: Date): Admission {
  const { allowance, count } = use;
  // A window that nobody has opened yet would be closed a whole length from now.
  const resetMs = count === 0 && use.resetMs <= 0 ? WINDOW_SECONDS * 1000 : use.resetMs;
  const headers = {
    'X-RateLimit-Limit': String(allowance.rate),
    'X-RateLimit-Remaining': String(Math.max(0, allowance.rate - count)),
    'X-RateLimit-Reset': String(Math.ceil((now.getTime() + resetMs) / 1000)),
  };
  return {
    headers,
    rejection: isOver(use) ? rateLimited(`Too many requests of ${OF[use.limit]}`, resetMs) : undefined,
  };
}

const leftOf = ({ allowance, count }: WindowUse): number => allowance.rate + allowance.burst - count;

const OF: Readonly<Record<LimitName, string>> = {
  key: 'this credential',
  tenant: 'this tenant',
  address: 'this address without a valid credential',
};
