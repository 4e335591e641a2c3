import { z } from 'zod';

const PROVIDERS = ['local', 'aws-kms'] as const;

/** Where the vault's key-encryption keys are. */
export const keySettings = z.object({
  VAULT_KEY_FILE: z
    .string()
    .optional()
    .describe(
      'File with key-encryption keys, 32 bytes each in base64, one per line: the first wraps, the others only unwrap. One of VAULT_KEY_FILE, VAULT_KEYS and VAULT_KMS_KEY_ID is needed.',
    ),
  VAULT_KEYS: z.string().optional().describe('The keys themselves, separated by commas.'),
  VAULT_KMS_KEY_ID: z
    .string()
    .optional()
    .transform((list) => list?.split(',').flatMap((id) => id.trim() || []) ?? [])
    .describe('AWS KMS key (id, ARN or alias) that wraps; then ARNs of keys that only unwrap, separated by commas.'),
  VAULT_KMS_ENDPOINT: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('Endpoint of KMS, if not the default of the AWS SDK.'),
  VAULT_KEY_PROVIDER: z
    .enum(PROVIDERS)
    .optional()
    .describe('The provider that wraps if there are keys of both. Default: `aws-kms`.'),
});
export type KeySettings = z.output<typeof keySettings>;

const hasLocalKeys = ({ VAULT_KEY_FILE: file, VAULT_KEYS: keys }: KeySettings): boolean =>
  file !== undefined || keys !== undefined;

/** The provider that wraps. */
export const providerOf = (settings: KeySettings): (typeof PROVIDERS)[number] =>
  settings.VAULT_KEY_PROVIDER ?? (settings.VAULT_KMS_KEY_ID.length > 0 ? 'aws-kms' : 'local');

/** Adds the rules between settings to a schema that contains them. */
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
