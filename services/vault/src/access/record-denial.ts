import type { RequestContext } from '@strata/kernel/actor';
import type { Clock } from '@strata/kernel/clock';
import { looksLikeId } from '@strata/kernel/ids';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import { entryOf, type UnchainedEntry } from '../audit/entry.ts';
import { writeFirst } from '../audit/write-first.ts';

/** Time between two entries for one user's denied attempts on one vault, so that no user can flood its log. */
const RECORD_EVERY_MS = 60_000;

export interface DenialLog {
  /**
   * Appends a `vault.refuse` entry to the vault's log, unless the log has one of the same actor after `since`. A missing
   * vault has no log: the same statements run and write nothing.
   */
  recordDenial(scope: TenantScope, vaultId: string, entry: UnchainedEntry, since: Date): Promise<void>;
}

export interface RecordDenialParts {
  readonly denials: DenialLog;
  readonly clock: Clock;
  /** Receives the reason why the log could not be written. */
  readonly onFailure: (error: unknown) => void;
}

/** Records a denied attempt. Await it before returning the error to the caller. Errors: `unavailable`. */
export type RecordDenial = (
  vaultId: string,
  itemId: string | undefined,
  reason: string,
  context: RequestContext,
) => Promise<void>;

/** Records denied attempts in the log of their vault, at most once a minute for each user. */
export const createRecordDenial = ({ denials, clock, onFailure }: RecordDenialParts): RecordDenial =>
  async function recordDenial(vaultId, itemId, reason, context) {
    const at = clock.now();
    // A value that does not look like an id could be a secret, sent in the wrong place.
    const loggedItemId = itemId !== undefined && looksLikeId(itemId) ? itemId : null;
    const entry = entryOf({ action: 'vault.refuse', itemId: loggedItemId, reason, at }, context);
    const since = new Date(at.getTime() - RECORD_EVERY_MS);
    await writeFirst(denials.recordDenial(context.scope, vaultId, entry, since), onFailure);
  };
