import type { Actor } from '@strata/kernel/actor';
import { AppError } from '@strata/kernel/errors';
import type { TenantScope } from '@strata/kernel/tenant-scope';

/** An authenticated actor, and the data that its credential gives access to. */
export interface Caller {
  readonly scope: TenantScope;
  readonly actor: Actor;
  /** Requests per minute of this API key; null: as the tenant's plan says. */
  readonly ownRate: number | null;
}

/**
 * Checks one kind of bearer credential. Undefined when it is not valid now.
 * Errors: `unauthorized` with a reason that its owner may know; `unavailable`.
 */
export type CheckCredential = (text: string) => Promise<Caller | undefined>;

export interface CredentialChecks {
  readonly looksLikeApiKey: (text: string) => boolean;
  readonly apiKey: CheckCredential;
  readonly jwt: CheckCredential;
}

/** The bearer token of RFC 6750, section 2.1, bounded. */
const BEARER = /^Bearer +([\w.~+/-]{1,8192}=*)$/i;

/**
 * Authenticates a caller by the `Authorization` header.
 * Errors: `unauthorized`, with the same message for every credential that is not valid, except an expired API key, which
 * is named as such; `unavailable`.
 */
export const createAuthenticate = ({ looksLikeApiKey, apiKey, jwt }: CredentialChecks) =>
  async function authenticate(authorization: string | undefined): Promise<Caller> {
    const token = BEARER.exec(authorization ?? '')?.[1];
    const caller = token && (await (looksLikeApiKey(token) ? apiKey : jwt)(token));
    if (!caller) throw new AppError('unauthorized', CREDENTIAL_NEEDED);
    return caller;
  };

export const CREDENTIAL_NEEDED = 'A valid credential is needed: send "Authorization: Bearer <API key or token>"';
