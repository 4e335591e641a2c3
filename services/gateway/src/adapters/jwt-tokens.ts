import type { Clock } from '@strata/kernel/clock';
import jwt from 'jsonwebtoken';
import { randomUUID } from 'node:crypto';
import type { IssueToken } from '../accounts/open-session.ts';
import { GENERATION_CLAIM, OWN_TENANT_CLAIM, SIGNED_IN_CLAIM, VOUCHER_CLAIM } from '../credentials/token-subject.ts';
import type { OwnKeys } from './own-keys.ts';

export interface OwnTokens {
  readonly keys: OwnKeys;
  readonly issuer: string;
  readonly audience: string;
  readonly clock: Clock;
}

/** The lifetime of a token. A key must be published for at least as long after it last signed. */
export const LIFETIME_SECONDS = 3600;

/** Signs tokens for a user in one tenant, valid for an hour. */
export const createTokenIssuer = ({ keys, issuer, audience, clock }: OwnTokens): IssueToken =>
  function issueToken({ userId, tenantId, generation, signedIn, voucher = null }) {
    const { privateKey, algorithm, kid } = keys.current().signing;
    const iat = Math.floor(clock.now().getTime() / 1000);
    const times = { iat, nbf: iat, exp: iat + LIFETIME_SECONDS };
    const claims = {
      sub: userId,
      [OWN_TENANT_CLAIM]: tenantId,
      [GENERATION_CLAIM]: generation,
      [SIGNED_IN_CLAIM]: signedIn ?? iat,
      ...(voucher === null ? {} : { [VOUCHER_CLAIM]: voucher }),
      ...times,
      jti: randomUUID(),
    };
    return {
      token: jwt.sign(claims, privateKey, { algorithm, keyid: kid, issuer, audience }),
      expiresIn: LIFETIME_SECONDS,
    };
  };
