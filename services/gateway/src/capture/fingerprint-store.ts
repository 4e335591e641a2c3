import type { RequestContext } from '@strata/kernel/actor';

/** An event that an idempotency key names, and the fingerprint of what this request says it is. */
export interface FingerprintClaim {
  readonly eventId: string;
  readonly fingerprint: string;
}

/** Remembers what each idempotency key was first used for. */
export interface FingerprintStore {
  /**
   * Claims each event for its fingerprint unless it was claimed before. The events of one call are distinct.
   * @returns the fingerprint that holds for each claim: its own when it came first.
   * @throws AppError `unavailable` when that cannot be told.
   */
  claim(claims: readonly FingerprintClaim[], context: RequestContext): Promise<string[]>;
}
