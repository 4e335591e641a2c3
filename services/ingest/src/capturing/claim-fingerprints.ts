import type { claimFingerprints as claimFingerprintsCall, KnownFingerprint } from '@strata/contracts/calls/ingest';
import type { RequestOfCall, ResponseOfCall } from '@strata/contracts/message';
import type { RequestContext } from '@strata/kernel/actor';
import type { TenantScope } from '@strata/kernel/tenant-scope';

export type FingerprintClaim = RequestOfCall<typeof claimFingerprintsCall>['claims'][number];

/** The idempotency keys of a tenant scope: of stored events, and of those that are on their way. */
export interface Fingerprints {
  /** What is known of these events; those that are not known are left out. */
  find(scope: TenantScope, eventIds: readonly string[]): Promise<KnownFingerprint[]>;
  /** Claims the events that are not known. Returns what is known of all of them afterwards. */
  claim(scope: TenantScope, claims: readonly FingerprintClaim[]): Promise<KnownFingerprint[]>;
}

/** Claims events for the first that asks. Safe to repeat. Errors: `unavailable`. */
export function claimFingerprintsHandler({ fingerprints }: { readonly fingerprints: Fingerprints }) {
  return async function claimFingerprints(
    { claims }: RequestOfCall<typeof claimFingerprintsCall>,
    { scope }: RequestContext,
  ): Promise<ResponseOfCall<typeof claimFingerprintsCall>> {
    return { found: await fingerprints.claim(scope, claims) };
  };
}
