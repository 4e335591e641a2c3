import { z } from 'zod';

/** An identity provider whose tokens are believed, and where such a token says whose data it is for. */
export interface IssuerSettings {
  /** As its tokens say it in `iss`, to the letter. */
  readonly issuer: string;
  /** Where it publishes its keys; https, or http on the loopback interface. */
  readonly jwksUri: string;
  /** What its tokens must be meant for (`aud`). */
  readonly audience: string;
  /** The claim that holds the tenant's id. */
  readonly tenantClaim: string;
  /** Tenants that it may speak for; not set: any. */
  readonly tenantIds?: readonly string[] | undefined;
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

const issuerSchema = z.object({
  issuer: printable(512),
  jwksUri: z.string().superRefine((value, context) => {
    const message = faultOfUrl(value);
    if (message !== undefined) context.addIssue({ code: 'custom', message });
  }),
  audience: printable(512),
  tenantClaim: printable(200),
  tenantIds: z.array(printable(64)).min(1).max(MAX_TENANTS).optional(),
}) satisfies z.ZodType<IssuerSettings>;

const KNOWN = Object.keys(issuerSchema.shape);

/** A list of issuers in JSON, as the environment holds it. Every fault names its place, as in `JWT_ISSUERS.0.jwksUri`. */
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
  .pipe(z.array(z.unknown()).max(MAX_ISSUERS).superRefine(refuseUnknownFields).pipe(z.array(issuerSchema)))
  .superRefine(refuseRepetition);

/** A misspelt `tenantIds` must not open an issuer to every tenant. */
function refuseUnknownFields(entries: unknown[], context: z.RefinementCtx): void {
  for (const [index, entry] of entries.entries()) {
    if (typeof entry !== 'object' || entry === null) continue;
    for (const key of Object.keys(entry).filter((name) => !KNOWN.includes(name))) {
      context.addIssue({ code: 'custom', path: [index, key], message: `is no setting; there are ${KNOWN.join(', ')}` });
    }
  }
}

function refuseRepetition(issuers: IssuerSettings[], context: z.RefinementCtx): void {
  for (const [index, { issuer }] of issuers.entries()) {
    if (issuers.findIndex((other) => other.issuer === issuer) === index) continue;
    context.addIssue({ code: 'custom', path: [index, 'issuer'], message: 'is listed twice' });
  }
}

function faultOfUrl(text: string): string | undefined {
  if (!URL.canParse(text)) return 'must be a URL';
  const { protocol, hostname, username, password } = new URL(text);
  if (username !== '' || password !== '') return 'must hold no user name and no password';
  if (protocol === 'https:' || (protocol === 'http:' && LOOPBACK.test(hostname))) return undefined;
  return 'must be https, or http on the loopback interface';
}
