import { createHmac } from 'node:crypto';
import { addressBlock } from './address-block.ts';

const LENGTH = 22;

/** Pseudonyms of accounts and addresses for shared counters: the same on every gateway, and not readable without the key. */
export interface Pseudonyms {
  /** The pseudonym of a normalized e-mail address, known or not. */
  account(email: string): string;
  /** The pseudonym of an IP address; the same for all IPv6 addresses of one /64 network. */
  address(ip: string): string;
}

/** Pseudonyms by HMAC-SHA-256 with a secret that all gateways share. */
export function createPseudonyms(secret: string): Pseudonyms {
  const key = createHmac('sha256', secret).update('pseudonyms of accounts and addresses').digest();
  const name = (kind: string, text: string): string =>
    createHmac('sha256', key).update(`${kind}\n${text}`).digest('base64url').slice(0, LENGTH);
  return {
    account: (email) => name('account', email),
    address: (ip) => name('address', addressBlock(ip)),
  };
}
