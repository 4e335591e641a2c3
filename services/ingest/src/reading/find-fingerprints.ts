import type { findFingerprints as findFingerprintsCall } from '@strata/contracts/calls/ingest';
import type { RequestOfCall, ResponseOfCall } from '@strata/contracts/message';
import type { RequestContext } from '@strata/kernel/actor';
import type { Fingerprints } from '../capturing/claim-fingerprints.ts';

/** The fingerprints of those of the events that are stored or claimed. Errors: `unavailable`. */
export function findFingerprintsHandler({ fingerprints }: { readonly fingerprints: Pick<Fingerprints, 'find'> }) {
  return async function findFingerprints(
    { eventIds }: RequestOfCall<typeof findFingerprintsCall>,
    { scope }: RequestContext,
  ): Promise<ResponseOfCall<typeof findFingerprintsCall>> {
    return { found: await fingerprints.find(scope, eventIds) };
  };
}
