import { createHmac } from 'node:crypto';
import { addressBlock } from './address-block.ts';

const LENGTH = 22;

/** Names of accounts and addresses for shared counters: the same on every gateway, and nobody can read who it is. */
export interface Pseudonyms {
  /** Of a normalized e-mail address, known or not. */
  account(email: string): string;
  /** Of an IP address; IPv6 addresses of one /64 have one name. */
  address(ip: string): string;
}

/** Pseudonyms by HMAC-SHA-256 under a secret that every gateway has. */
export function createPseudonyms(secret: string): Pseudonyms {
  const key = createHmac('sha256', secret).update('pseudonyms of accounts and addresses').digest();
  const name = (kind: string, text: string): string =>
    createHmac('sha256', key).update(`${kind}\n${text}`).digest('base64url').slice(0, LENGTH);
  return {
    account: (email) => name('account', email),
    address: (ip) => name('address', addressBlock(ip)),
  };
}
