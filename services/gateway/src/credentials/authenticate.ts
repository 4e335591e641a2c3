import type { Actor } from '@strata/kernel/actor';
import { AppError } from '@strata/kernel/errors';
import type { TenantScope } from '@strata/kernel/tenant-scope';

/** Who calls, through which kind of credential, and on whose data. */
export interface Identity {
  readonly credential: 'api-key' | 'jwt';
  readonly scope: TenantScope;
  readonly actor: Actor;
  /** Requests a minute that the key was given of its own; null: what the plan says. */
  readonly ownRate: number | null;
}

/** Checks one kind of bearer credential; undefined when it is not valid now. Errors: `unavailable`. */
export type CheckCredential = (text: string) => Promise<Omit<Identity, 'credential'> | undefined>;

export interface CredentialChecks {
  readonly looksLikeApiKey: (text: string) => boolean;
  readonly apiKey: CheckCredential;
  readonly jwt: CheckCredential;
}

/** The bearer token of RFC 6750, section 2.1, bounded. */
const BEARER = /^Bearer +([\w.~+/-]{1,8192}=*)$/i;

/**
 * Finds out who calls from an `Authorization` header.
 * Errors: `unauthorized`, in the same words whatever is wrong; `unavailable`.
 */
export const createAuthenticate =
  ({ looksLikeApiKey, apiKey, jwt }: CredentialChecks) =>
  async (authorization: string | undefined): Promise<Identity> => {
    const token = BEARER.exec(authorization ?? '')?.[1];
    if (token === undefined) throw unauthorized();
    const credential = looksLikeApiKey(token) ? 'api-key' : 'jwt';
    const found = await (credential === 'api-key' ? apiKey : jwt)(token);
    if (found === undefined) throw unauthorized();
    return { credential, ...found };
  };

const unauthorized = (): AppError =>
  new AppError('unauthorized', 'A valid credential is needed: send "Authorization: Bearer <API key or token>"');
