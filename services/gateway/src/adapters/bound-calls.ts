import type { ServiceName } from '@strata/contracts/message';
import type { Bus } from '@strata/platform/bus/bus';
import { overloaded } from '../shedding/overloaded.ts';

/** Fewer than the gateway has slots for requests of its own, so that one service that hangs leaves it some. */
export const MOST_CALLS = 128;

/**
 * Bounds the calls in progress to each service. Errors: `unavailable` for a call too many, at once; otherwise those of the call.
 */
export function boundCalls({ call }: Pick<Bus, 'call'>, onShed: (service: ServiceName) => void): Pick<Bus, 'call'> {
  const inProgress = new Map<ServiceName, number>();
  return {
    call: async (contract, request, context, options) => {
      const { service } = contract;
      const before = inProgress.get(service) ?? 0;
      if (before >= MOST_CALLS) {
        onShed(service);
        throw overloaded(service);
      }
      inProgress.set(service, before + 1);
      try {
        return await call(contract, request, context, options);
      } finally {
        inProgress.set(service, (inProgress.get(service) ?? 1) - 1);
      }
    },
  };
}
