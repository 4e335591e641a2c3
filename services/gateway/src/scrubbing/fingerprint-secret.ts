import { createHmac, hkdfSync } from 'node:crypto';

const KEY_BYTES = 32;
const PURPOSE = 'strata secret fingerprint';
const HEX_DIGITS = 12;

/** Names secrets of one tenant: the same secret always by the same hex digits, 12 of 64, which tell nothing without the key. */
export type FingerprintSecret = (secret: string, hexDigits?: number) => string;

/** @param key of the whole deployment; every tenant has one of its own, which is derived from it. */
export function fingerprintsOf(key: string, tenantId: string): FingerprintSecret {
  const own = Buffer.from(hkdfSync('sha256', key, tenantId, PURPOSE, KEY_BYTES));
  return (secret, hexDigits = HEX_DIGITS) => createHmac('sha256', own).update(secret).digest('hex').slice(0, hexDigits);
}
