import { createHmac, hkdfSync } from 'node:crypto';

const KEY_BYTES = 32;
const PURPOSE = 'strata secret fingerprint';
const HEX_DIGITS = 12;

/** Names the secrets of one tenant by 12 hex digits. Equal secrets have equal digits, which reveal nothing without the key. */
export type FingerprintSecret = (secret: string, hexDigits?: number) => string;

/** Derives the tenant's key from `key`, the key of the deployment. */
export function fingerprintsOf(key: string, tenantId: string): FingerprintSecret {
  const own = Buffer.from(hkdfSync('sha256', key, tenantId, PURPOSE, KEY_BYTES));
  return (secret, hexDigits = HEX_DIGITS) => createHmac('sha256', own).update(secret).digest('hex').slice(0, hexDigits);
}
