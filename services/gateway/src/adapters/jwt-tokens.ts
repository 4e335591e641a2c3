import type { Actor } from '@strata/kernel/actor';
import type { Clock } from '@strata/kernel/clock';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import jwt, { type JwtPayload } from 'jsonwebtoken';
import jwksRsa, { type JwksClient } from 'jwks-rsa';
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { IssueToken } from '../accounts/open-session.ts';
import type { SigningKey } from './signing-key.ts';

/** Whose tokens are believed, and how their keys are found. */
export interface TokenIssuer {
  readonly issuer: string;
  readonly audience: string;
  readonly keys: JwksClient;
}

export interface TokenSettings {
  readonly issuer: string;
  readonly audience: string;
  readonly clock: Clock;
}

const LIFETIME_SECONDS = 3600;
const CLOCK_TOLERANCE_SECONDS = 5;
const ALGORITHMS: jwt.Algorithm[] = ['ES256', 'ES384', 'ES512', 'RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'];

const claimsSchema = z.object({ sub: z.string().min(1).max(128), tenant_id: z.string().regex(/^[\w.:-]{1,64}$/) });

/** The service as an issuer of its own: the same JWKS that it publishes, without a detour over the network. */
export const ownIssuer = ({ jwk }: SigningKey, { issuer, audience }: TokenSettings): TokenIssuer => ({
  issuer,
  audience,
  keys: jwksRsa({ fetcher: () => Promise.resolve({ keys: [jwk] }) }),
});

/** Signs a token for a user in one tenant, for an hour. */
export const createTokenIssuer =
  ({ privateKey, algorithm, kid }: SigningKey, { issuer, audience, clock }: TokenSettings): IssueToken =>
  ({ userId, tenantId }) => {
    const iat = Math.floor(clock.now().getTime() / 1000);
    const claims = { sub: userId, tenant_id: tenantId, iat, nbf: iat, exp: iat + LIFETIME_SECONDS, jti: randomUUID() };
    const token = jwt.sign(claims, privateKey, { algorithm, keyid: kid, issuer, audience });
    return { token, expiresIn: LIFETIME_SECONDS };
  };

/** Who a token speaks for: a user with every scope in one tenant; undefined when the token is not valid now. */
export const createTokenCheck =
  (issuers: readonly TokenIssuer[], clock: Clock) =>
  async (token: string): Promise<{ scope: TenantScope; actor: Actor; ownRate: null } | undefined> => {
    const claims = claimsSchema.safeParse(await verified(token, issuers, clock));
    if (!claims.success) return undefined;
    const { sub, tenant_id: tenantId } = claims.data;
    return {
      scope: { tenantId, environment: 'live' },
      actor: { type: 'user', id: sub, scopes: ['read', 'write', 'admin'] },
      ownRate: null,
    };
  };

async function verified(
  token: string,
  issuers: readonly TokenIssuer[],
  clock: Clock,
): Promise<JwtPayload | string | undefined> {
  const unverified = jwt.decode(token, { complete: true });
  if (unverified === null || typeof unverified.payload === 'string') return undefined;
  const { iss } = unverified.payload;
  const trusted = issuers.find(({ issuer }) => issuer === iss);
  const { kid } = unverified.header;
  if (trusted === undefined || kid === undefined) return undefined;
  const key = await publicKeyOf(trusted, kid);
  if (key === undefined) return undefined;
  try {
    return jwt.verify(token, key, {
      algorithms: ALGORITHMS,
      issuer: trusted.issuer,
      audience: trusted.audience,
      clockTimestamp: Math.floor(clock.now().getTime() / 1000),
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
    });
  } catch {
    // Not only JsonWebTokenError: an algorithm that does not fit the key is a plain Error.
    return undefined;
  }
}

async function publicKeyOf({ keys }: TokenIssuer, kid: string): Promise<string | undefined> {
  try {
    return (await keys.getSigningKey(kid)).getPublicKey();
  } catch (error) {
    if (error instanceof jwksRsa.SigningKeyNotFoundError) return undefined;
    throw error;
  }
}
