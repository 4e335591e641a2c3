import { z } from 'zod';

/** A trusted identity provider, and the claim of its tokens that names the tenant. */
export interface IssuerSettings {
  /** The exact value of `iss` in its tokens. */
  readonly issuer: string;
  /** The URL of its public keys; https, or http on the loopback interface. */
  readonly jwksUri: string;
  /** The audience (`aud`) that its tokens must have. */
  readonly audience: string;
  /** The claim that holds the tenant id. */
  readonly tenantClaim: string;
  /** The tenants for which it may issue tokens; not set: all. */
  readonly tenantIds?: readonly string[] | undefined;
  /** How the console signs its users in; not set: it does not. */
  readonly signIn?: SignInSettings | undefined;
}

/** This service as a client of an identity provider (OpenID Connect, authorization code flow). */
export interface SignInSettings {
  /** What the redirect URI and the console call the provider. */
  readonly id: string;
  /** What the button says after "Sign in with". */
  readonly name: string;
  readonly clientId: string;
  /** Not set: a public client, which has only PKCE. */
  readonly clientSecret?: string | undefined;
  /** What is asked for, with `openid` (default `openid email profile`). */
  readonly scope: string;
}

const MAX_ISSUERS = 500;
const MAX_TENANTS = 10_000;
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;
const PRINTABLE = /^[^\p{Cc}\p{Cs}]+$/u;

const printable = (maximum: number) =>
  z
    .string()
    .refine(
      (value) => PRINTABLE.test(value) && value.length <= maximum,
      `must be 1 to ${maximum} printable characters`,
    );

const SIGN_IN_ID = /^[a-z0-9][a-z0-9-]{0,39}$/;

const signInSchema = z.strictObject({
  id: z.string().refine((id) => SIGN_IN_ID.test(id), 'must be 1 to 40 lower-case letters, digits and hyphens'),
  name: printable(80),
  clientId: printable(512),
  clientSecret: printable(1_024).optional(),
  scope: printable(512)
    .default('openid email profile')
    .refine((scope) => scope.split(' ').includes('openid'), 'must contain openid'),
}) satisfies z.ZodType<SignInSettings>;

const issuerSchema = z
  .object({
    issuer: printable(512),
    jwksUri: z.string().superRefine((value, context) => {
      const message = faultOfUrl(value);
      if (message !== undefined) context.addIssue({ code: 'custom', message });
    }),
    audience: printable(512),
    tenantClaim: printable(200),
    tenantIds: z.array(printable(64)).min(1).max(MAX_TENANTS).optional(),
    signIn: signInSchema.optional(),
  })
  .superRefine(({ issuer, signIn }, context) => {
    const message = signIn === undefined ? undefined : faultOfUrl(issuer);
    if (message !== undefined)
      context.addIssue({ code: 'custom', path: ['issuer'], message: `${message}, because of signIn` });
  }) satisfies z.ZodType<IssuerSettings>;

const KNOWN = Object.keys(issuerSchema.shape);

/** A list of issuers as JSON text. Every fault names its position, such as `JWT_ISSUERS.0.jwksUri`. */
export const issuerListSchema = z
  .string()
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      context.addIssue({ code: 'custom', message: 'must be a list of issuers in JSON' });
      return z.NEVER;
    }
  })
  .pipe(z.array(z.unknown()).max(MAX_ISSUERS).superRefine(rejectUnknownFields).pipe(z.array(issuerSchema)))
  .superRefine(rejectRepetition);

/** A misspelt `tenantIds` must not open an issuer to every tenant. */
function rejectUnknownFields(entries: unknown[], context: z.RefinementCtx): void {
  for (const [index, entry] of entries.entries()) {
    if (typeof entry !== 'object' || entry === null) continue;
    for (const key of Object.keys(entry).filter((name) => !KNOWN.includes(name))) {
      context.addIssue({
        code: 'custom',
        path: [index, key],
        message: `is not a setting; the settings are ${KNOWN.join(', ')}`,
      });
    }
  }
}

function rejectRepetition(issuers: IssuerSettings[], context: z.RefinementCtx): void {
  for (const [index, { issuer, signIn }] of issuers.entries()) {
    if (issuers.findIndex((other) => other.issuer === issuer) !== index)
      context.addIssue({ code: 'custom', path: [index, 'issuer'], message: 'is listed twice' });
    if (signIn !== undefined && issuers.findIndex((other) => other.signIn?.id === signIn.id) !== index)
      context.addIssue({ code: 'custom', path: [index, 'signIn', 'id'], message: 'is listed twice' });
  }
}

function faultOfUrl(text: string): string | undefined {
  if (!URL.canParse(text)) return 'must be a URL';
  const { protocol, hostname, username, password } = new URL(text);
  if (username !== '' || password !== '') return 'must not contain a user name or password';
  if (protocol === 'https:' || (protocol === 'http:' && LOOPBACK.test(hostname))) return undefined;
  return 'must be https, or http on the loopback interface';
}
