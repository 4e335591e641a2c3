import type { Algorithm } from 'jsonwebtoken';
import type { KeyObject } from 'node:crypto';

/** A public key, and the algorithms whose signatures it may verify. */
export interface VerificationKey {
  readonly key: KeyObject;
  readonly algorithms: readonly Algorithm[];
}

const MIN_RSA_BITS = 2048;
/** A longer one only costs time. */
const MAX_RSA_BITS = 8192;
const RSA: readonly Algorithm[] = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'];
const CURVES: Readonly<Record<string, Algorithm>> = { prime256v1: 'ES256', secp384r1: 'ES384', secp521r1: 'ES512' };

/** Every algorithm by which a token may be signed. None is symmetric: what verifies is public. */
export const ALGORITHMS: readonly Algorithm[] = [...RSA, ...Object.values(CURVES)];

/**
 * What a public key may verify: RSA of 2,048 to 8,192 bits, the curves P-256, P-384 and P-521, each with the algorithms
 * of its kind, or the one alone that it was published for. Undefined when there is none.
 */
export function verificationKey(key: KeyObject, publishedFor?: string): VerificationKey | undefined {
  const algorithms = algorithmsOf(key).filter((algorithm) => publishedFor === undefined || algorithm === publishedFor);
  return algorithms.length === 0 ? undefined : { key, algorithms };
}

function algorithmsOf({ asymmetricKeyType, asymmetricKeyDetails: details }: KeyObject): readonly Algorithm[] {
  if (asymmetricKeyType === 'rsa') {
    const bits = details?.modulusLength ?? 0;
    return bits >= MIN_RSA_BITS && bits <= MAX_RSA_BITS ? RSA : [];
  }
  const onCurve = asymmetricKeyType === 'ec' ? CURVES[details?.namedCurve ?? ''] : undefined;
  return onCurve === undefined ? [] : [onCurve];
}
