import type {
  readPackSeries as readPackSeriesCall,
  readSynthesisUsage as readSynthesisUsageCall,
} from '@strata/contracts/calls/synthesis';
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

/** Returns the packs that were counted, and their tokens, by hour or day (UTC). */
export function readPackSeriesHandler(usage: UsageStore) {
  return async function readPackSeries(
    request: RequestOfCall<typeof readPackSeriesCall>,
    { scope }: RequestContext,
  ): Promise<ResponseOfCall<typeof readPackSeriesCall>> {
    return { points: await usage.series(scope, request) };
  };
}
