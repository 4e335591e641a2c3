import { createHash, createPrivateKey, createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto';
import { verificationKey, type VerificationKey } from './verification-key.ts';

/** A public key of the service's own, as it verifies and as it is published. */
export interface PublishedKey extends VerificationKey {
  /** RFC 7638 thumbprint: the same on every gateway. */
  readonly kid: string;
  readonly algorithm: 'ES256' | 'RS256';
  readonly jwk: JsonWebKey & { readonly kid: string };
}

/** The keys of the service as an issuer: one signs, and all verify. */
export interface SigningKeys {
  readonly signing: PublishedKey & { readonly privateKey: KeyObject };
  readonly published: readonly PublishedKey[];
}

const MAX_KEYS = 20;
const BLOCK = /-----BEGIN ([A-Z0-9 ]+)-----[^-]+-----END \1-----/g;
const BEGIN = /-----BEGIN /g;

/** One key in PEM, and the text between it and the one before. */
export interface PemBlock {
  readonly note: string;
  readonly pem: string;
}

/**
 * The keys of a text in PEM, in their order; parameters that stand before a key are left out.
 * @throws Error when there is none, or one is cut off.
 */
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
 * Keys in PEM, one after the other: P-256 signs ES256, RSA of at least 2,048 bits RS256. The first is private and
 * signs; each other one, private or public, verifies what it signed before or will sign. Text between them is skipped.
 * @throws Error when that is not what it is; the message holds nothing of it.
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
    // Of a private key, too: its public half.
    const publicKey = parse(pem, createPublicKey);
    if (publicKey === undefined) throw new Error('One of the keys beside the signing key is no key in PEM');
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
  const fit = verificationKey(publicKey, algorithm);
  if (fit === undefined) throw new Error('A signing key must be on the curve P-256, or RSA of at least 2,048 bits');
  const jwk = publicKey.export({ format: 'jwk' });
  const kid = thumbprint(jwk);
  return { ...fit, algorithm, kid, jwk: { ...jwk, kid, alg: algorithm, use: 'sig' } };
}

/** RFC 7638, section 3: SHA-256 of the required members, in the order of their names. */
function thumbprint({ crv, e, kty, n, x, y }: JsonWebKey): string {
  const members = kty === 'EC' ? { crv, kty, x, y } : { e, kty, n };
  return createHash('sha256').update(JSON.stringify(members)).digest('base64url');
}
