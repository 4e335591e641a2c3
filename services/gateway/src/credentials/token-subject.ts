import { emailSchema } from '@strata/contracts/schemas/account';
import { nameText } from '@strata/contracts/schemas/name';
import { derivedId } from '@strata/kernel/ids';
import type { IssuerSettings } from './issuer-settings.ts';
import type { TokenAge } from './session-state.ts';
import { MAX_LIFETIME_SECONDS, timeOf, type VerifiedToken } from './verified-token.ts';

/** A user as an external issuer describes them. `email` and `name` are only shown; no user is looked up by them. */
export interface ExternalUser {
  readonly id: string;
  readonly issuer: string;
  readonly subject: string;
  readonly email: string | null;
  readonly name: string | null;
}

/** A user in one tenant. */
export interface TokenSubject {
  readonly userId: string;
  readonly tenantId: string;
  /** As the token of an external issuer describes the user; null in a token of the gateway's own. */
  readonly external: ExternalUser | null;
  /** The external issuer that says who the user is and that they belong to the tenant; null if they gave a password. */
  readonly voucher: string | null;
  readonly age: TokenAge;
}

/** The claim of the gateway's own tokens that holds the generation of the user's sessions. Earlier tokens have none. */
export const GENERATION_CLAIM = 'gen';
/** The claim of the gateway's own tokens that says when the user signed in, in seconds since 1970. */
export const SIGNED_IN_CLAIM = 'auth_time';
/** The claim of the gateway's own tokens that names the external issuer with which the user signed in. */
export const VOUCHER_CLAIM = 'idp';
/** The claim of the gateway's own tokens that holds the tenant id. */
export const OWN_TENANT_CLAIM = 'tenant_id';

const TENANT_ID = /^[\w.:-]{1,64}$/;
/** The maximum length of an actor's id. */
const MAX_USER_ID = 128;
const nameSchema = nameText();

/** The user and the tenant that a token of the gateway's own names; undefined if it names none. */
export function subjectOfOwnToken({ subject, claims }: VerifiedToken): TokenSubject | undefined {
  const tenantId = tenantOf(claims, OWN_TENANT_CLAIM);
  if (tenantId === undefined || subject.length > MAX_USER_ID) return undefined;
  const generation = claims[GENERATION_CLAIM] ?? 0;
  const voucher = claims[VOUCHER_CLAIM] ?? null;
  if (typeof generation !== 'number' || (voucher !== null && typeof voucher !== 'string')) return undefined;
  return { userId: subject, tenantId, external: null, voucher, age: { generation } };
}

/**
 * The user and the tenant that an external issuer's token names; undefined if it names no tenant, or a tenant for which this
 * issuer may not issue tokens. The user's id is derived from issuer and subject, so that it is the same on every gateway.
 */
export function subjectOfExternalToken(
  token: VerifiedToken,
  { tenantClaim, tenantIds }: Pick<IssuerSettings, 'tenantClaim' | 'tenantIds'>,
): TokenSubject | undefined {
  const { issuer, subject, claims } = token;
  const tenantId = tenantOf(claims, tenantClaim);
  if (tenantId === undefined || tenantIds?.includes(tenantId) === false) return undefined;
  const id = derivedId('usr', 'external', issuer, subject);
  // An address that the issuer has not verified is not shown.
  const email = claims['email_verified'] === false ? null : (emailSchema.safeParse(claims['email']).data ?? null);
  const name = nameSchema.safeParse(claims['name']).data ?? null;
  const external = { id, issuer, subject, email, name };
  return { userId: id, tenantId, external, voucher: issuer, age: { issuedAt: issueOf(token) } };
}

/** The time of issue. A token that does not say may be as old as a token can be. */
const issueOf = (token: VerifiedToken): Date =>
  new Date((timeOf(token, 'iat') ?? timeOf(token, 'nbf') ?? (timeOf(token, 'exp') ?? 0) - MAX_LIFETIME_SECONDS) * 1000);

function tenantOf(claims: Readonly<Record<string, unknown>>, claim: string): string | undefined {
  const value = Object.hasOwn(claims, claim) ? claims[claim] : undefined;
  return typeof value === 'string' && TENANT_ID.test(value) ? value : undefined;
}
