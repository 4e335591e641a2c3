import { ENVIRONMENTS } from '@strata/kernel/tenant-scope';
import { z } from 'zod';
import { agentIdSchema } from './event.ts';
import { isoInstant, utcInstant } from './instant.ts';
import { text } from './json.ts';
import { nameText } from './name.ts';

const MAX_EMAIL = 254;

/**
 * Normalizes an e-mail address for storage and lookup: NFKC (full-width letters become plain ones), trimmed, lower case.
 * Dots and `+tags` before the @ are kept: they make different addresses.
 */
export const normalizeEmail = (email: string): string => email.normalize('NFKC').trim().toLowerCase();

/** An e-mail address, normalized. */
export const emailSchema = z
  .string()
  .max(MAX_EMAIL)
  .overwrite(normalizeEmail)
  .pipe(z.email('must be an e-mail address').max(MAX_EMAIL))
  .meta({ format: 'email', pattern: z.regexes.email.source, description: 'Kept in lower case.' });
/** A password to be set. Its length is counted in Unicode characters, not in bytes or UTF-16 units. */
export const newPassword = text(12, 128).meta({ format: 'password' });
/** A password to be checked. Its length is not: a wrong password is wrong, whatever its length. */
export const writtenPassword = text(1, 1024).meta({ format: 'password' });

export const registerRequestSchema = z
  .strictObject({
    email: emailSchema,
    password: newPassword,
    name: nameText().optional(),
    tenantName: nameText().optional().describe('Without it, the tenant is named after the user.'),
    invitationToken: text(1, 512).optional().describe('Makes the user a member of the organization that invited it.'),
  })
  .meta({ id: 'RegisterRequest', description: 'A new user.' });

export const loginRequestSchema = z
  .strictObject({
    email: text(1, MAX_EMAIL).overwrite(normalizeEmail),
    password: writtenPassword,
    tenantId: text(1, 64).optional().describe("One of the user's tenants; the default is the first."),
  })
  .meta({ id: 'LoginRequest', description: 'Credentials, and the tenant to log in to.' });

/** A signed-in user in one tenant. `expiresIn` is in seconds. */
export const sessionSchema = z
  .object({
    user: z.object({ id: z.string(), email: z.string(), name: z.string().nullable() }),
    tenant: z.object({ id: z.string(), name: z.string(), plan: z.string() }),
    token: z.string().describe('A JWT, to be sent as `Authorization: Bearer <token>`.'),
    tokenType: z.literal('Bearer'),
    expiresIn: z.number().int().describe('Seconds.'),
  })
  .meta({ id: 'Session', description: 'A token for one tenant, and its user.' });
export type Session = z.infer<typeof sessionSchema>;

export const scopeSchema = z.enum(['read', 'write', 'admin']);

export const KEY_OWNERS = ['user', 'tenant'] as const;
export type KeyOwner = (typeof KEY_OWNERS)[number];

export const createApiKeyRequestSchema = z
  .strictObject({
    name: nameText(),
    scopes: z.array(scopeSchema).min(1).max(3).describe('`admin` includes `read` and `write`.'),
    environment: z.enum(ENVIRONMENTS).default('live').describe('The environment that the key belongs to.'),
    expiresAt: isoInstant.optional().describe('In the future. Without it, the key works until it is revoked.'),
    agentId: agentIdSchema.optional().describe('Binds the key to one agent.'),
    owner: z
      .enum(KEY_OWNERS)
      .default('user')
      .describe(
        '`user`: the key belongs to its creator, and its rights end with theirs. `tenant`: a service key, which outlives its creator; only owners and admins of the tenant create one.',
      ),
  })
  .meta({ id: 'CreateApiKeyRequest', description: 'The rights of a new key, and its environment.' });

export const apiKeySchema = z
  .object({
    id: z.string(),
    name: z.string(),
    prefix: z.string().describe('The part of the key that is not secret.'),
    scopes: z.array(scopeSchema),
    environment: z.enum(ENVIRONMENTS),
    agentId: z.string().nullable(),
    createdAt: utcInstant,
    expiresAt: utcInstant.nullable(),
    lastUsedAt: utcInstant.nullable().describe('To within about ten seconds.'),
    owner: z.enum(KEY_OWNERS).describe('`user`: it belongs to the user who created it. `tenant`: a service key.'),
    createdBy: z.string().describe('The user who created it.'),
  })
  .meta({ id: 'ApiKey', description: 'A key without its secret.' });
export type ApiKey = z.infer<typeof apiKeySchema>;

/** The response to a creation: the only time that `key` is shown. */
export const createdApiKeySchema = apiKeySchema
  .extend({ key: z.string().describe('The whole key. It is shown only here.') })
  .meta({ id: 'CreatedApiKey', description: 'A new key with its secret.' });
export const revokedApiKeySchema = z
  .object({ id: z.string(), revokedAt: utcInstant })
  .meta({ id: 'RevokedApiKey', description: 'The revoked key.' });
