import type { Algorithm } from 'jsonwebtoken';
import type { KeyObject } from 'node:crypto';

/** A public key, and the algorithms whose signatures it may verify. */
export interface VerificationKey {
  readonly key: KeyObject;
  readonly algorithms: readonly Algorithm[];
}

const MIN_RSA_BITS = 2048;
/** Longer keys only cost time. */
const MAX_RSA_BITS = 8192;
const RSA: readonly Algorithm[] = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'];
const CURVES: Readonly<Record<string, Algorithm>> = { prime256v1: 'ES256', secp384r1: 'ES384', secp521r1: 'ES512' };

/** Every algorithm that may sign a token. None is symmetric, because verification keys are public. */
export const ALGORITHMS: readonly Algorithm[] = [...RSA, ...Object.values(CURVES)];

/**
 * The algorithms of a public key: RSA of 2,048 to 8,192 bits, and the curves P-256, P-384 and P-521, with all algorithms of
 * their kind or only the one that the key was published for. Undefined if there is none.
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
