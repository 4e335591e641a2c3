import type { readSynthesisUsage as readSynthesisUsageCall } from '@strata/contracts/calls/synthesis';
import type { RequestOfCall, ResponseOfCall } from '@strata/contracts/message';
import type { RequestContext } from '@strata/kernel/actor';
import type { UsageStore } from './usage-store.ts';

/** Returns how many syntheses were counted on one day (UTC). */
export function readSynthesisUsageHandler(usage: UsageStore) {
  return async function readSynthesisUsage(
    { day }: RequestOfCall<typeof readSynthesisUsageCall>,
    { scope }: RequestContext,
  ): Promise<ResponseOfCall<typeof readSynthesisUsageCall>> {
    return { syntheses: await usage.read(scope, day) };
  };
}
