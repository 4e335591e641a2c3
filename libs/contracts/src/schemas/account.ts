import { ENVIRONMENTS } from '@strata/kernel/tenant-scope';
import { z } from 'zod';
import { agentIdSchema } from './event.ts';
import { isoInstant } from './instant.ts';
import { text } from './json.ts';

const MAX_EMAIL = 254;

/**
 * An e-mail address as it is stored and looked up, the same however it was written: compatibility forms such as full-width
 * letters made plain (NFKC), trimmed, in lower case. What stands before the @ is left alone otherwise: dots and `+tags` make
 * different addresses.
 */
export const normalizeEmail = (email: string): string => email.normalize('NFKC').trim().toLowerCase();

/** An e-mail address, normalized. */
export const emailSchema = z
  .string()
  .max(MAX_EMAIL)
  .overwrite(normalizeEmail)
  .pipe(z.email('must be an e-mail address').max(MAX_EMAIL));
// Counted in Unicode characters, not in bytes or UTF-16 units.
const password = text(12, 128);

export const registerRequestSchema = z.strictObject({
  email: emailSchema,
  password,
  name: text(1, 200).optional(),
  tenantName: text(1, 200).optional(),
  invitationToken: text(1, 512).optional(),
});

/** No rule on the password's length here: a wrong password is a 401, whatever its shape. */
export const loginRequestSchema = z.strictObject({
  email: text(1, MAX_EMAIL).overwrite(normalizeEmail),
  password: text(1, 1024),
  tenantId: z.string().min(1).max(64).optional(),
});

/** A signed-in user in one tenant. `expiresIn` is in seconds. */
export const sessionSchema = z.object({
  user: z.object({ id: z.string(), email: z.string(), name: z.string().nullable() }),
  tenant: z.object({ id: z.string(), name: z.string(), plan: z.string() }),
  token: z.string(),
  tokenType: z.literal('Bearer'),
  expiresIn: z.number().int(),
});
export type Session = z.infer<typeof sessionSchema>;

export const scopeSchema = z.enum(['read', 'write', 'admin']);

export const createApiKeyRequestSchema = z.strictObject({
  name: text(1, 200),
  scopes: z.array(scopeSchema).min(1).max(3),
  environment: z.enum(ENVIRONMENTS).default('live'),
  expiresAt: isoInstant.optional(),
  agentId: agentIdSchema.optional(),
});

export const apiKeySchema = z.object({
  id: z.string(),
  name: z.string(),
  prefix: z.string(),
  scopes: z.array(scopeSchema),
  environment: z.enum(ENVIRONMENTS),
  agentId: z.string().nullable(),
  createdAt: z.string(),
  expiresAt: z.string().nullable(),
  lastUsedAt: z.string().nullable(),
});
export type ApiKey = z.infer<typeof apiKeySchema>;

/** The answer to a creation: the only time that `key` is shown. */
export const createdApiKeySchema = apiKeySchema.extend({ key: z.string() });
export const revokedApiKeySchema = z.object({ id: z.string(), revokedAt: z.string() });
