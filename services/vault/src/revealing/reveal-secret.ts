import type { revealedSecretSchema, revealRequestSchema } from '@strata/contracts/schemas/vault';
import type { RequestContext } from '@strata/kernel/actor';
import type { Clock } from '@strata/kernel/clock';
import { AppError, notFound, unavailable } from '@strata/kernel/errors';
import type { z } from 'zod';
import type { AdmittedVault } from '../access/admit-to-vault.ts';
import type { NoteRefusal } from '../access/note-refusal.ts';
import { entryOf } from '../audit/entry.ts';
import { writeFirst } from '../audit/write-first.ts';
import type { OpenSecret } from './open-secret.ts';
import { limitAt, tooManyReveals } from './reveal-limit.ts';
import type { SecretStore, StoredSecret } from './secret-store.ts';

const EXPIRED = 'The item has expired';
const TOO_MANY = 'too many secrets were revealed';
/** Times that a newer version may come in between. */
const ATTEMPTS = 5;

export interface RevealSecretParts {
  readonly secrets: SecretStore;
  readonly openSecret: OpenSecret;
  /** Takes what the limit refused: it counts as no attempt, so that the limit ends also for those who keep trying. */
  readonly noteRefusal: NoteRefusal;
  readonly clock: Clock;
  /** Attempts that a user has in a minute. */
  readonly revealsPerMinute: number;
  /** Told why the log could not be written. */
  readonly onFailure: (error: unknown) => void;
}

export type RevealSecret = (
  vault: AdmittedVault,
  itemId: string,
  request: z.output<typeof revealRequestSchema>,
  context: RequestContext,
) => Promise<z.input<typeof revealedSecretSchema>>;

/**
 * The value of one version of an item, once the log of its vault says so.
 * Errors: `not_found` for an item or a version that is not there; `gone` for an expired one, once the log says so;
 * `rate_limited`, once the log says so; `unavailable` when the key cannot be had or the log not be written; Error when the value does not open.
 */
export const createRevealSecret =
  ({ secrets, openSecret, noteRefusal, clock, revealsPerMinute, onFailure }: RevealSecretParts): RevealSecret =>
  async (vault, itemId, { reason, version }, context) => {
    const { scope, actor } = context;
    const wanted = { vaultId: vault.id, itemId, version };
    const limited = async (attempt: Date, now: Date): Promise<AppError> => {
      await noteRefusal(vault.id, itemId, TOO_MANY, context);
      return tooManyReveals(attempt, now);
    };
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const now = clock.now();
      const limit = limitAt(now, actor.id, revealsPerMinute);
      const { secret, limitedBy } = await secrets.load(scope, wanted, limit);
      if (typeof secret === 'string') throw notFound(secret === 'no item' ? 'The item' : 'The version');
      if (limitedBy !== null) throw await limited(limitedBy, now);
      const value = isExpired(secret, now) ? null : await openSecret(scope, vault, itemId, secret);
      const deed =
        value === null
          ? ({ action: 'vault_item.refuse', reason: EXPIRED } as const)
          : ({ action: 'vault_item.reveal', reason } as const);
      const entry = entryOf({ ...deed, itemId, at: now }, context);
      const recorded = await writeFirst(secrets.record(scope, wanted, secret, entry, limit), onFailure);
      if (recorded === 'changed') continue;
      if ('limitedBy' in recorded) throw await limited(recorded.limitedBy, now);
      if (value === null) throw new AppError('gone', EXPIRED);
      const { name, type } = secret;
      return {
        id: itemId,
        vaultId: vault.id,
        name,
        type,
        value,
        version: secret.version,
        revealedAt: recorded.at,
      };
    }
    throw unavailable('The item');
  };

const isExpired = ({ expiresAt }: StoredSecret, now: Date): boolean => expiresAt !== null && expiresAt <= now;
