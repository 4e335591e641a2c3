import { createHash, createPrivateKey, createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto';
import { verificationKey, type VerificationKey } from './verification-key.ts';

/** A public key of the service, for verification and publication. */
export interface PublishedKey extends VerificationKey {
  /** RFC 7638 thumbprint, the same on every gateway. */
  readonly kid: string;
  readonly algorithm: 'ES256' | 'RS256';
  readonly jwk: JsonWebKey & { readonly kid: string };
}

/** The keys of the service. One signs, and all verify. */
export interface SigningKeys {
  readonly signing: PublishedKey & { readonly privateKey: KeyObject };
  readonly published: readonly PublishedKey[];
}

const MAX_KEYS = 20;
const BLOCK = /-----BEGIN ([A-Z0-9 ]+)-----[^-]+-----END \1-----/g;
const BEGIN = /-----BEGIN /g;

/** One key in PEM, and the text between the previous key and it. */
export interface PemBlock {
  readonly note: string;
  readonly pem: string;
}

/** Splits a text into its keys in PEM, in their order, without EC parameters. Throws when there is no key, or one is cut off. */
export function pemBlocks(text: string): PemBlock[] {
  const blocks = [...text.matchAll(BLOCK)];
  if (blocks.length === 0 || blocks.length !== [...text.matchAll(BEGIN)].length) {
    throw new Error('The signing key is not a private key in PEM, or is cut off');
  }
  const ends = blocks.map(({ index, 0: { length } }) => index + length);
  return blocks
    .map(({ index, 0: pem, 1: label = '' }, at) => ({ label, pem, note: text.slice(ends[at - 1] ?? 0, index) }))
    .filter(({ label }) => !label.endsWith('PARAMETERS'));
}

/**
 * Reads keys in PEM: P-256 for ES256, RSA of at least 2,048 bits for RS256. The first one is private and signs. The others,
 * private or public, only verify: they signed earlier or will sign later. Throws when the text is anything else; the
 * message does not quote it.
 */
export function readSigningKeys(text: string): SigningKeys {
  const pems = pemBlocks(text).map(({ pem }) => pem);
  if (pems.length > MAX_KEYS) throw new Error(`There are more than ${MAX_KEYS} signing keys`);
  const [first = '', ...others] = pems;
  const privateKey = parse(first, createPrivateKey);
  if (privateKey === undefined) throw new Error('The signing key is not a private key in PEM');
  const own = publish(createPublicKey(privateKey));
  const published = new Map<string, PublishedKey>([[own.kid, own]]);
  for (const pem of others) {
    // Also reads the public half of a private key.
    const publicKey = parse(pem, createPublicKey);
    if (publicKey === undefined) throw new Error('One of the keys after the signing key is not a key in PEM');
    const key = publish(publicKey);
    if (!published.has(key.kid)) published.set(key.kid, key);
  }
  return { signing: { ...own, privateKey }, published: [...published.values()] };
}

function parse(pem: string, read: (pem: string) => KeyObject): KeyObject | undefined {
  try {
    return read(pem);
  } catch {
    return undefined;
  }
}

function publish(publicKey: KeyObject): PublishedKey {
  const algorithm = publicKey.asymmetricKeyType === 'rsa' ? 'RS256' : 'ES256';
  const valid = verificationKey(publicKey, algorithm);
  if (valid === undefined) throw new Error('A signing key must be on the curve P-256, or RSA of at least 2,048 bits');
  const jwk = publicKey.export({ format: 'jwk' });
  const kid = thumbprint(jwk);
  return { ...valid, algorithm, kid, jwk: { ...jwk, kid, alg: algorithm, use: 'sig' } };
}

/** RFC 7638, section 3: SHA-256 of the required members, ordered by name. */
function thumbprint({ crv, e, kty, n, x, y }: JsonWebKey): string {
  const members = kty === 'EC' ? { crv, kty, x, y } : { e, kty, n };
  return createHash('sha256').update(JSON.stringify(members)).digest('base64url');
}
