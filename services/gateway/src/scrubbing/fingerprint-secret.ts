import { createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { hasTokenEntropy } from './token-entropy.ts';

const KEY_BYTES = 32;
const PURPOSE = 'strata secret fingerprint';
const HEX_DIGITS = 12;
/** The shortest token of a known service has this many characters. */
const MIN_TOKEN_LENGTH = 20;

/** Names the secrets of one tenant by 12 hex digits. Equal secrets have equal digits, which reveal nothing without the key. */
export type FingerprintSecret = (secret: string, hexDigits?: number) => string;

/** Derives the tenant's key from `key`, the key of the deployment. */
export function fingerprintsOf(key: string, tenantId: string): FingerprintSecret {
  const own = Buffer.from(hkdfSync('sha256', key, tenantId, PURPOSE, KEY_BYTES));
  return (secret, hexDigits = HEX_DIGITS) => createHmac('sha256', own).update(secret).digest('hex').slice(0, hexDigits);
}

/** What stands for each random fingerprint where events are compared. */
export const ANY_FINGERPRINT = '0'.repeat(HEX_DIGITS);

/** The fingerprints of the secrets in one event. */
export class EventFingerprints {
  readonly #ofTenant: FingerprintSecret;
  readonly #known = new Map<string, string>();
  #hasRandom = false;

  constructor(ofTenant: FingerprintSecret) {
    this.#ofTenant = ofTenant;
  }

  /** Whether any of them is random. */
  get hasRandom(): boolean {
    return this.#hasRandom;
  }

  /**
   * The fingerprint of a secret. It is the tenant's for a value that nobody can guess: `isGenerated` if its form says so, or
   * by its entropy. For any other it is random: whoever may capture events could compare the fingerprints of guesses. Equal
   * secrets of the event have the same in either case.
   */
  of(secret: string, isGenerated: boolean): { readonly fingerprint: string; readonly isRandom: boolean } {
    const isRandom = !((isGenerated && secret.length >= MIN_TOKEN_LENGTH) || hasTokenEntropy(secret));
    const fingerprint =
      this.#known.get(secret) ?? (isRandom ? randomBytes(HEX_DIGITS / 2).toString('hex') : this.#ofTenant(secret));
    this.#known.set(secret, fingerprint);
    this.#hasRandom ||= isRandom;
    return { fingerprint, isRandom };
  }
}
