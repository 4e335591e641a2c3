import type { RequestContext } from '@strata/kernel/actor';
import type { Clock } from '@strata/kernel/clock';
import { looksLikeId } from '@strata/kernel/ids';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import { entryOf, type UnchainedEntry } from '../audit/entry.ts';
import { writeFirst } from '../audit/write-first.ts';

/** Between two entries of one user's refused attempts on one vault, so that nobody makes its log grow. */
const NOTED_EVERY_MS = 60_000;

export interface RefusalLog {
  /** Appends it to the vault's log, unless a `vault.refuse` of the same actor has been there since. */
  noteRefusal(scope: TenantScope, vaultId: string, entry: UnchainedEntry, since: Date): Promise<void>;
}

export interface NoteRefusalParts {
  readonly refusals: RefusalLog;
  readonly clock: Clock;
  /** Told why the log could not be written. */
  readonly onFailure: (error: unknown) => void;
}

/** To be waited for before the refusal is answered. Errors: `unavailable` when it cannot be written. */
export type NoteRefusal = (
  vaultId: string,
  itemId: string | undefined,
  reason: string,
  context: RequestContext,
) => Promise<void>;

/** Puts a refused attempt into the log of its vault, once a minute for each user. */
export const createNoteRefusal =
  ({ refusals, clock, onFailure }: NoteRefusalParts): NoteRefusal =>
  async (vaultId, itemId, reason, context) => {
    const at = clock.now();
    // What has not the form of an id could be a secret in the wrong place.
    const named = itemId !== undefined && looksLikeId(itemId) ? itemId : null;
    const entry = entryOf({ action: 'vault.refuse', itemId: named, reason, at }, context);
    const since = new Date(at.getTime() - NOTED_EVERY_MS);
    await writeFirst(refusals.noteRefusal(context.scope, vaultId, entry, since), onFailure);
  };
