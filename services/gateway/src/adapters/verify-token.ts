import type { Clock } from '@strata/kernel/clock';
import jwt, { type Algorithm, type JwtPayload } from 'jsonwebtoken';
import { entriesUpTo } from '@strata/platform/caches/entries-up-to';
import { LRUCache } from 'lru-cache';
import type { KeyObject } from 'node:crypto';
import { z } from 'zod';
import { MAX_LIFETIME_SECONDS, type VerifiedToken, type VerifyToken } from '../credentials/verified-token.ts';
import { credentialDigest } from './credential-digest.ts';
import type { KeyFinder } from './issuer-keys.ts';
import { ALGORITHMS, type VerificationKey } from './verification-key.ts';

/** An issuer whose tokens are accepted, their audience, and its keys. */
export interface TrustedIssuer {
  readonly issuer: string;
  readonly audience: string;
  readonly keys: KeyFinder;
}

export interface VerifyTokenParts {
  readonly issuers: readonly TrustedIssuer[];
  /** Tolerated difference of clocks, in seconds. */
  readonly clockTolerance: number;
  readonly clock: Clock;
}

/**
 * The algorithm and the key id of the signature. The key must be one that the issuer publishes: a header with a key or the
 * address of one is rejected, and so are critical extensions and tokens of other types.
 */
const headerSchema = z.object({
  alg: z.string().refine((alg) => (ALGORITHMS as readonly string[]).includes(alg)),
  kid: z.string().min(1).max(256),
  typ: z
    .string()
    .regex(/^(application\/)?(at\+)?jwt$/i)
    .optional(),
  jku: z.never().optional(),
  jwk: z.never().optional(),
  x5u: z.never().optional(),
  x5c: z.never().optional(),
  crit: z.never().optional(),
});

const claimsSchema = z.looseObject({
  iss: z.string(),
  sub: z.string().regex(/^[^\p{Cc}\p{Cs}]{1,255}$/u),
  // The library accepts a token without `exp` as one that never expires, and Infinity as a time.
  exp: z.number(),
  nbf: z.number().optional(),
  iat: z.number().optional(),
});
type Claims = z.output<typeof claimsSchema>;

/** A token that was verified, at what time in seconds, and with which key. */
interface Verification {
  readonly token: VerifiedToken;
  readonly at: number;
  readonly keys: KeyFinder;
  readonly kid: string;
  readonly key: KeyObject;
}

/** More callers than one gateway serves in a second. */
const MOST_VERIFICATIONS = 10_000;

/**
 * Verifies the tokens of every issuer, including our own. Times of tokens count in whole seconds, so a token is verified once in each
 * second, unless its issuer has replaced the key.
 */
export function createVerifyToken({ issuers, clockTolerance, clock }: VerifyTokenParts): VerifyToken {
  const byName = new Map(issuers.map((issuer) => [issuer.issuer, issuer]));
  const verifications = new LRUCache<string, Verification>(entriesUpTo(MOST_VERIFICATIONS));

  const verify = async (token: string, now: number): Promise<Verification | undefined> => {
    const unverified = decode(token);
    const trusted = unverified && byName.get(unverified.claims.iss);
    if (unverified === undefined || trusted === undefined) return undefined;
    const { kid, claims } = unverified;
    if (!isBounded(claims, now, clockTolerance)) return undefined;
    const { issuer, audience, keys } = trusted;
    const key = await keys.find(kid);
    if (key === undefined) return undefined;
    const options = { issuer, audience, clockTimestamp: now, clockTolerance };
    if (!isGenuine(token, key, options)) return undefined;
    return { token: { issuer, subject: claims.sub, claims }, at: now, keys, kid, key: key.key };
  };

  return async function verifyToken(token) {
    const now = Math.floor(clock.now().getTime() / 1000);
    const digest = credentialDigest(token);
    const known = verifications.get(digest);
    if (known?.at === now && (await known.keys.find(known.kid))?.key === known.key) return known.token;
    const verification = await verify(token, now);
    if (verification !== undefined) verifications.set(digest, verification);
    return verification?.token;
  };
}

function decode(token: string): { kid: string; claims: Claims } | undefined {
  const decoded = attempt(() => jwt.decode(token, { complete: true }));
  const header = headerSchema.safeParse(decoded?.header);
  const claims = claimsSchema.safeParse(decoded?.payload);
  return header.success && claims.success ? { kid: header.data.kid, claims: claims.data } : undefined;
}

const isBounded = ({ iat, exp }: Claims, now: number, tolerance: number): boolean =>
  (iat === undefined || iat <= now + tolerance) && exp - (iat ?? now) <= MAX_LIFETIME_SECONDS;

const isGenuine = (token: string, { key, algorithms }: VerificationKey, options: jwt.VerifyOptions): boolean =>
  attempt((): JwtPayload | string =>
    jwt.verify(token, key, { ...options, algorithms: [...algorithms] as Algorithm[] }),
  ) !== undefined;

/** The library throws various errors for malformed tokens. */
function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
