import type { RequestContext } from '@strata/kernel/actor';
import type { Clock } from '@strata/kernel/clock';
import { unavailable } from '@strata/kernel/errors';
import { newId } from '@strata/kernel/ids';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import { entryOf, type UnchainedEntry } from './entry.ts';

export interface Refusal {
  /** `<resourceType>.<verb>`. */
  readonly action: string;
  readonly resourceId: string | null;
  readonly reason: string;
}

/** Writes a refused attempt into the log of an organization. Errors: `unavailable` when it cannot be written. */
export type NoteRefusal = (organizationId: string, refusal: Refusal, context: RequestContext) => Promise<void>;

export interface NoteRefusalParts {
  /** Does nothing for an organization that is not of the tenant. */
  readonly append: (scope: TenantScope, organizationId: string, entry: UnchainedEntry) => Promise<void>;
  readonly clock: Clock;
  readonly onFailure: (error: unknown) => void;
}

/** A refusal that left no trace would be worth nothing, so whoever is refused waits for it. */
export const createNoteRefusal =
  ({ append, clock, onFailure }: NoteRefusalParts): NoteRefusal =>
  async (organizationId, { reason, ...refusal }, context) => {
    const deed = { ...refusal, id: newId('aud'), outcome: 'denied', changes: { reason }, at: clock.now() } as const;
    try {
      await append(context.scope, organizationId, entryOf(deed, context));
    } catch (error) {
      onFailure(error);
      throw unavailable('The audit log', error);
    }
  };
