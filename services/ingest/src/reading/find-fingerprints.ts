import type { findFingerprints as findFingerprintsCall } from '@strata/contracts/calls/ingest';
import type { RequestOfCall, ResponseOfCall } from '@strata/contracts/message';
import type { RequestContext } from '@strata/kernel/actor';
import type { ReadingParts } from './reading-parts.ts';

/** The fingerprints of those of the events that are stored. Errors: `unavailable`. */
export function findFingerprintsHandler({ events }: Pick<ReadingParts, 'events'>) {
  return async function findFingerprints(
    { eventIds }: RequestOfCall<typeof findFingerprintsCall>,
    { scope }: RequestContext,
  ): Promise<ResponseOfCall<typeof findFingerprintsCall>> {
    return { found: await events.fingerprints(scope, eventIds) };
  };
}
