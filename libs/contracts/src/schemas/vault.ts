import { z } from 'zod';
import { isoInstant, utcInstant } from './instant.ts';
import { jsonObject, keptObject, text } from './json.ts';
import { nameText } from './name.ts';

export const VAULT_ITEM_TYPES = ['api_key', 'password', 'token', 'certificate', 'note', 'secret'] as const;
/** Maximum length of a secret in characters: enough for a certificate with its chain. */
export const MOST_SECRET_CHARACTERS = 65_536;
export const MOST_ITEM_METADATA_BYTES = 16 * 1024;

const description = text(0, 2000).nullable();

export const createVaultRequestSchema = z
  .strictObject({
    name: nameText().describe('Unique among the vaults that you created, ignoring case.'),
    description: description.default(null),
  })
  .meta({ id: 'CreateVaultRequest', description: 'A new vault.' });

export const vaultSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    description: z.string().nullable(),
    createdBy: z.string().describe('The user who created it.'),
    itemCount: z.number().int(),
    createdAt: utcInstant,
    updatedAt: utcInstant.describe('When an item was last added or got a new version.'),
  })
  .meta({
    id: 'Vault',
    description: 'A store of secrets, visible to the user who created it and to tenant admins.',
  });
export type Vault = z.infer<typeof vaultSchema>;

const isSmall = (metadata: unknown): boolean => JSON.stringify(metadata).length <= MOST_ITEM_METADATA_BYTES;

export const createVaultItemRequestSchema = z
  .strictObject({
    name: nameText().describe('Identifies the item in its vault; the same name again creates a new version.'),
    type: z.enum(VAULT_ITEM_TYPES),
    value: text(1, MOST_SECRET_CHARACTERS).describe('The secret. Only the response to a reveal contains it.'),
    metadata: jsonObject
      .refine(isSmall, `must be at most ${String(MOST_ITEM_METADATA_BYTES)} characters of JSON`)
      .default({})
      .describe('Data that helps to find it. Not encrypted, and shown in lists.'),
    expiresAt: isoInstant.nullable().default(null).describe('It cannot be revealed after this time.'),
  })
  .meta({ id: 'CreateVaultItemRequest', description: 'A new item, or a new version of one.' });

export const vaultItemSchema = z
  .object({
    id: z.string(),
    vaultId: z.string(),
    name: z.string(),
    type: z.enum(VAULT_ITEM_TYPES),
    version: z.number().int().describe('1 for the first value, increased with each new value.'),
    metadata: keptObject,
    createdAt: utcInstant,
    updatedAt: utcInstant,
    expiresAt: utcInstant.nullable(),
  })
  .meta({ id: 'VaultItem', description: 'The description of a secret, without its value.' });
export type VaultItem = z.infer<typeof vaultItemSchema>;

export const revealRequestSchema = z
  .strictObject({
    reason: text(1, 1000).nullable().default(null).describe('Kept in the audit log.'),
    version: z
      .int()
      .min(1)
      .max(2_147_483_647)
      .optional()
      .describe('An earlier version that is still kept. Default: the newest.'),
  })
  .prefault({})
  .meta({ id: 'RevealVaultItemRequest', description: 'Which value, and why.' });

export const revealedSecretSchema = z
  .object({
    id: z.string(),
    vaultId: z.string(),
    name: z.string(),
    type: z.enum(VAULT_ITEM_TYPES),
    value: z.string(),
    version: z.number().int(),
    revealedAt: utcInstant,
  })
  .meta({ id: 'RevealedSecret', description: 'The value itself.' });

/** The actions in the audit log of a vault. */
export const VAULT_ACTIONS = [
  'vault.create',
  'vault.rewrap',
  'vault.refuse',
  'vault_item.create',
  'vault_item.update',
  'vault_item.reveal',
  'vault_item.refuse',
] as const;

/** One action in a vault. `hash` chains it to the entry before it, as docs/vault.md describes. */
export const vaultAuditEntrySchema = z
  .object({
    id: z.string(),
    sequence: z.number().int().describe("Position in the vault's log: 1, 2, 3 …"),
    action: z.enum(VAULT_ACTIONS),
    actorId: z.string().describe('A user; `system` for the rotation of keys.'),
    itemId: z.string().nullable(),
    reason: z.string().nullable().describe('The reason that the caller gave, or the reason of a denial.'),
    ip: z.string().nullable(),
    at: utcInstant,
    previousHash: z.string().describe('`hash` of the entry before it; 64 zeros for the first.'),
    hash: z.string(),
  })
  .meta({ id: 'VaultAuditEntry', description: 'One action or one denial.' });
export type VaultAuditEntry = z.infer<typeof vaultAuditEntrySchema>;
