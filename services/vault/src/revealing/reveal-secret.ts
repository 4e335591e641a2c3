import type { RequestTo, ResponseTo } from '@strata/contracts/operation';
import type { revealVaultItem } from '@strata/contracts/operations/vaults';
import type { Clock } from '@strata/kernel/clock';
import { AppError, notFound, unavailable } from '@strata/kernel/errors';
import type { RecordDenial } from '../access/record-denial.ts';
import type { VaultContext } from '../access/vault-guard.ts';
import { entryOf } from '../audit/entry.ts';
import { writeFirst } from '../audit/write-first.ts';
import type { OpenSecret } from './open-secret.ts';
import { limitAt, tooManyReveals } from './reveal-limit.ts';
import type { SecretStore, StoredSecret } from './secret-store.ts';

const EXPIRED = 'The item has expired';
const TOO_MANY = 'too many secrets were revealed';
/** Tries, each of which fails when a newer version is stored meanwhile. */
const TRIES = 5;

export interface RevealSecretParts {
  readonly secrets: SecretStore;
  readonly openSecret: OpenSecret;
  /** For requests over the limit. They do not count as attempts, so the limit also ends for a user who keeps trying. */
  readonly recordDenial: RecordDenial;
  readonly clock: Clock;
  /** Attempts that a user has in a minute. */
  readonly revealsPerMinute: number;
  /** Receives the reason why the log could not be written. */
  readonly onFailure: (error: unknown) => void;
}

type RevealVaultItem = typeof revealVaultItem;
export type RevealSecret = (
  request: RequestTo<RevealVaultItem>,
  context: VaultContext,
) => Promise<ResponseTo<RevealVaultItem>>;

/**
 * Returns the value of one version of an item, after the reveal is in the vault's log. The denials `gone` and
 * `rate_limited` are in the log first, too. Throws when the value does not open.
 * Errors: `not_found` for a missing item or version; `gone` for an expired one; `rate_limited`; `unavailable` when the key
 * cannot be used or the log cannot be written.
 */
export function revealSecretHandler({
  secrets,
  openSecret,
  recordDenial,
  clock,
  revealsPerMinute,
  onFailure,
}: RevealSecretParts): RevealSecret {
  return async function revealSecret({ params: { itemId }, body: { reason, version } }, context) {
    const { scope, actor, vault } = context;
    const wanted = { vaultId: vault.id, itemId, version };
    const limited = async (attempt: Date, now: Date): Promise<AppError> => {
      await recordDenial(vault.id, itemId, TOO_MANY, context);
      return tooManyReveals(attempt, now);
    };
    for (let tries = 0; tries < TRIES; tries += 1) {
      const now = clock.now();
      const limit = limitAt(now, actor.id, revealsPerMinute);
      const { secret, limitedBy } = await secrets.load(scope, wanted, limit);
      if (typeof secret === 'string') throw notFound(secret === 'no item' ? 'The item' : 'The version');
      if (limitedBy !== null) throw await limited(limitedBy, now);
      const value = isExpired(secret, now) ? null : await openSecret(scope, vault, itemId, secret);
      const outcome =
        value === null
          ? ({ action: 'vault_item.refuse', reason: EXPIRED } as const)
          : ({ action: 'vault_item.reveal', reason } as const);
      const entry = entryOf({ ...outcome, itemId, at: now }, context);
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
}

const isExpired = ({ expiresAt }: StoredSecret, now: Date): boolean => expiresAt !== null && expiresAt <= now;
