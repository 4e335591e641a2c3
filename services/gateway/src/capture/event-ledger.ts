import type { RequestContext } from '@strata/kernel/actor';

/** An event that an idempotency key names, and the fingerprint of what this request says it is. */
export interface FingerprintClaim {
  readonly eventId: string;
  readonly fingerprint: string;
}

/** How many events a partition may have taken in within a month. */
export interface MonthlyQuota {
  /** Names partition and month; the same on every gateway. */
  readonly key: string;
  readonly limit: number;
  /** When the month is over. */
  readonly endsAt: Date;
}

/** Events that want to be taken in together. */
export interface Intake {
  /** Those that an idempotency key names; distinct. */
  readonly claims: readonly FingerprintClaim[];
  /** How many there are without a key: always new ones. */
  readonly unnamed: number;
  /** Null: unlimited. */
  readonly quota: MonthlyQuota | null;
}

/** What came of an intake. Only `taken` has changed anything. */
export type LedgerEntry =
  | {
      readonly outcome: 'taken';
      /** The fingerprint that holds for each claim: its own when it came first. */
      readonly held: readonly string[];
      /** How many of the events were new, and were charged to the quota. */
      readonly charged: number;
    }
  | { readonly outcome: 'used_up'; readonly left: number }
  /** What the month has seen so far must be said first (`fill`). */
  | { readonly outcome: 'unfilled' };

/**
 * Remembers what each idempotency key was first used for, and counts the events of each month. Both in one step: an event
 * that was there before costs nothing, and one that is not taken in claims nothing.
 */
export interface EventLedger {
  /** @throws AppError `unavailable` when it cannot be told whether the events are new. */
  enter(intake: Intake, context: RequestContext): Promise<LedgerEntry>;
  /**
   * Holds a month's count against what the event store has: the count is never below it, and comes down to it once
   * nothing has been charged for so long that nothing can be on its way any more. Null, where nobody can say what is
   * stored, lets the month be counted on from what is known. Never rejects.
   */
  fill(quota: MonthlyQuota, stored: number | null): Promise<void>;
  /** Takes back what was charged for events that could not be handed on. Never rejects. */
  giveBack(quota: MonthlyQuota, amount: number): Promise<void>;
}

/** How long after the last charge everything that was charged for is stored, or lost. */
export const SETTLED_MS = 10 * 60_000;
