import { readFile } from 'node:fs/promises';
import { createHash, createPrivateKey, createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto';

/** The service's own key pair, with which it signs tokens. */
export interface SigningKey {
  readonly privateKey: KeyObject;
  readonly algorithm: 'ES256' | 'RS256';
  /** RFC 7638 thumbprint of the public key: the same on every gateway. */
  readonly kid: string;
  /** The public key as it is published. */
  readonly jwk: JsonWebKey & { readonly kid: string };
}

const MIN_RSA_BITS = 2048;

/**
 * The signing key from the text that holds it, else from the file that does.
 * @throws Error when there is none, or it is none.
 */
export async function loadSigningKey(source: {
  pem?: string | undefined;
  file?: string | undefined;
}): Promise<SigningKey> {
  if (source.pem !== undefined) return readSigningKey(source.pem);
  if (source.file === undefined) throw new Error('There is no signing key');
  const pem = await readFile(source.file, 'utf8').catch(() => undefined);
  if (pem === undefined) throw new Error(`The signing key file ${source.file} cannot be read`);
  return readSigningKey(pem);
}

/**
 * A key pair from a private key in PEM: P-256 signs ES256, RSA of at least 2,048 bits RS256.
 * @throws Error when it is no such key; the message holds nothing of it.
 */
export function readSigningKey(pem: string): SigningKey {
  const privateKey = parse(pem);
  const publicJwk = createPublicKey(privateKey).export({ format: 'jwk' });
  const algorithm = algorithmOf(privateKey);
  const kid = thumbprint(publicJwk);
  return { privateKey, algorithm, kid, jwk: { ...publicJwk, kid, alg: algorithm, use: 'sig' } };
}

function parse(pem: string): KeyObject {
  try {
    return createPrivateKey(pem);
  } catch {
    throw new Error('The signing key is not a private key in PEM');
  }
}

function algorithmOf({ asymmetricKeyType, asymmetricKeyDetails: details }: KeyObject): SigningKey['algorithm'] {
  if (asymmetricKeyType === 'ec' && details?.namedCurve === 'prime256v1') return 'ES256';
  if (asymmetricKeyType === 'rsa' && (details?.modulusLength ?? 0) >= MIN_RSA_BITS) return 'RS256';
  throw new Error('The signing key must be on the curve P-256, or RSA of at least 2,048 bits');
}

/** RFC 7638, section 3: SHA-256 of the required members, in the order of their names. */
function thumbprint({ crv, e, kty, n, x, y }: JsonWebKey): string {
  const members = kty === 'EC' ? { crv, kty, x, y } : { e, kty, n };
  return createHash('sha256').update(JSON.stringify(members)).digest('base64url');
}
