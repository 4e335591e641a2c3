import { z } from 'zod';

const PROVIDERS = ['local', 'aws-kms'] as const;

/** Where the vault's key-encryption keys are. */
export const keySettings = z.object({
  /** The file with the keys, 32 bytes each in base64, one a line: the first wraps, the others only unwrap. */
  VAULT_KEY_FILE: z.string().optional(),
  /** The keys themselves, with commas between. */
  VAULT_KEYS: z.string().optional(),
  /** A key of AWS KMS: its id, ARN or alias; then the ARNs of others that only unwrap, with commas between. */
  VAULT_KMS_KEY_ID: z
    .string()
    .optional()
    .transform((list) => list?.split(',').flatMap((id) => id.trim() || []) ?? []),
  /** Where KMS is, if not where the SDK finds it. */
  VAULT_KMS_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  /** Who wraps where there are keys of both kinds (default `aws-kms`). */
  VAULT_KEY_PROVIDER: z.enum(PROVIDERS).optional(),
});
export type KeySettings = z.output<typeof keySettings>;

const hasLocalKeys = ({ VAULT_KEY_FILE: file, VAULT_KEYS: keys }: KeySettings): boolean =>
  file !== undefined || keys !== undefined;

/** Which provider wraps. */
export const providerOf = (settings: KeySettings): (typeof PROVIDERS)[number] =>
  settings.VAULT_KEY_PROVIDER ?? (settings.VAULT_KMS_KEY_ID.length > 0 ? 'aws-kms' : 'local');

/** What the settings must agree in; to be put on the schema of whoever reads them. */
export function requireKeys<Schema extends z.ZodType<KeySettings>>(schema: Schema): Schema {
  return schema
    .refine((settings) => hasLocalKeys(settings) || settings.VAULT_KMS_KEY_ID.length > 0, {
      path: ['VAULT_KEY_FILE'],
      message: 'is required, unless VAULT_KEYS or VAULT_KMS_KEY_ID says where the keys of the vaults are',
    })
    .refine(({ VAULT_KEY_FILE: file, VAULT_KEYS: keys }) => file === undefined || keys === undefined, {
      path: ['VAULT_KEYS'],
      message: 'must not be set beside VAULT_KEY_FILE',
    })
    .refine((settings) => settings.VAULT_KEY_PROVIDER !== 'local' || hasLocalKeys(settings), {
      path: ['VAULT_KEY_PROVIDER'],
      message: 'is local, so that VAULT_KEY_FILE or VAULT_KEYS must say where its keys are',
    })
    .refine((settings) => settings.VAULT_KEY_PROVIDER !== 'aws-kms' || settings.VAULT_KMS_KEY_ID.length > 0, {
      path: ['VAULT_KEY_PROVIDER'],
      message: 'is aws-kms, so that VAULT_KMS_KEY_ID must name its key',
    });
}
