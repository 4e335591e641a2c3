import type { FeedbackOutcome } from '@strata/contracts/operations/feedback';
import type { TenantScope } from '@strata/kernel/tenant-scope';

/** What one writer says of entries that a pack showed. */
export interface PackJudgement {
  readonly packId: string;
  readonly outcome: FeedbackOutcome;
  /** Names who is accountable: `<actor type>:<actor id>`. */
  readonly writer: string;
  /** Distinct ids. */
  readonly entryIds: readonly string[];
}

/** Stores feedback on packs. Errors: `unavailable`. */
export interface FeedbackStore {
  /** The ids of the entries that a pack showed; null if the pack is unknown or too old. */
  shownIn(scope: TenantScope, packId: string): Promise<readonly string[] | null>;
  /**
   * Counts the judgement on each indexed entry, unless feedback on this pack has counted for it already. Returns for how many
   * it counts: none if it is neutral.
   */
  record(scope: TenantScope, judgement: PackJudgement): Promise<number>;
  /** Deletes the packs, of every tenant, that are too old for feedback. */
  deleteOldPacks(): Promise<void>;
}
