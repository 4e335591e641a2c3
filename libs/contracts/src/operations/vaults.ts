import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import { text } from '../schemas/json.ts';
import { cursorPage, cursorQuery, idParams } from '../schemas/paging.ts';
import {
  createVaultItemRequestSchema,
  createVaultRequestSchema,
  revealedSecretSchema,
  revealRequestSchema,
  vaultAuditEntrySchema,
  vaultItemSchema,
  vaultSchema,
} from '../schemas/vault.ts';

const itemParams = z.strictObject({ id: text(1, 200), itemId: text(1, 200) });

const NO_VAULT = 'The vault does not exist';
const NO_ITEM = 'The item does not exist';

const VAULT: z.output<typeof vaultSchema> = {
  id: 'vlt_7d1f0a9c3b5e48d6a2c4e6f8091b3d5f',
  name: 'Harbour systems',
  description: 'Credentials of the pilots.',
  createdBy: 'usr_f849b5549a5138e68b2825aefdd06063',
  itemCount: 0,
  createdAt: '2026-05-08T09:10:00.000Z',
  updatedAt: '2026-05-08T09:10:00.000Z',
};
const ITEM: z.output<typeof vaultItemSchema> = {
  id: 'itm_1c3e5a7f9b2d4c6e8f0a1b3d5c7e9f02',
  vaultId: VAULT.id,
  name: 'tide-table',
  type: 'api_key',
  version: 1,
  metadata: { owner: 'Quay Operations' },
  createdAt: '2026-05-08T09:12:00.000Z',
  updatedAt: '2026-05-08T09:12:00.000Z',
  expiresAt: null,
};
const REVEAL: z.output<typeof vaultAuditEntrySchema> = {
  id: 'aud_0b8a41c6d2e74f35a19c7e6d5f4b3a20',
  sequence: 3,
  action: 'vault_item.reveal',
  actorId: VAULT.createdBy,
  itemId: ITEM.id,
  reason: 'The key of the quay has to be set up again',
  ip: '203.0.113.7',
  at: '2026-05-08T09:20:02.031Z',
  previousHash: '0f38d7f1c0b0f5aa7f6c1f6d4c3ff2ab4be81f30f2b9b1a4f1a4f2e4b1f5ad0c',
  hash: '96f5c4efc9ad3c44dbcc53b5d4a8f5be1f3d85ad1f0d1a4c9e8e2ec4b0d1a7f2',
};
const inVault = { id: VAULT.id };

const ofVaults = { credential: 'jwt', scope: null, service: 'vault' } as const;

export const createVault = defineOperation({
  ...ofVaults,
  name: 'createVault',
  summary: 'Create a vault',
  method: 'POST',
  path: '/v1/vaults',
  body: createVaultRequestSchema,
  response: vaultSchema,
  successStatus: 201,
  errors: ['conflict'],
  errorMessages: { conflict: 'You have a vault with this name already' },
  description:
    'A tenant has at most 1,000 vaults, and a user creates at most 100 of them; one more is a 409 that says which limit was reached.',
  examples: [
    { summary: 'An empty vault', body: { name: VAULT.name, description: VAULT.description }, response: VAULT },
  ],
});

export const listVaults = defineOperation({
  ...ofVaults,
  name: 'listVaults',
  summary: 'List vaults',
  method: 'GET',
  path: '/v1/vaults',
  query: cursorQuery,
  response: cursorPage(vaultSchema).meta({ id: 'VaultPage', description: 'One page of vaults.' }),
  description: 'The vaults that you created; owners and admins of the tenant see all. In order of creation.',
  examples: [
    {
      summary: 'The only one',
      response: { items: [{ ...VAULT, itemCount: 1 }], pagination: { hasMore: false, cursor: null, total: 1 } },
    },
  ],
});

export const createVaultItem = defineOperation({
  ...ofVaults,
  name: 'createVaultItem',
  summary: 'Put a secret into a vault',
  method: 'POST',
  path: '/v1/vaults/{id}/items',
  maxBodyBytes: 1024 * 1024,
  params: idParams,
  body: createVaultItemRequestSchema,
  response: vaultItemSchema,
  successStatus: 201,
  errors: ['not_found', 'conflict'],
  errorMessages: { not_found: NO_VAULT, conflict: 'The vault has the maximum number of items' },
  description:
    'An existing name gets a new version: type, metadata and expiry are replaced, and earlier values are kept, by default ten in total. A vault has at most 10,000 items; one more is a 409.',
  examples: [
    {
      summary: 'A key for a service',
      params: inVault,
      body: { name: ITEM.name, type: 'api_key', value: 'tide-9f3b1c', metadata: ITEM.metadata },
      response: ITEM,
    },
  ],
});

export const listVaultItems = defineOperation({
  ...ofVaults,
  name: 'listVaultItems',
  summary: 'List the items of a vault',
  method: 'GET',
  path: '/v1/vaults/{id}/items',
  params: idParams,
  query: cursorQuery,
  response: cursorPage(vaultItemSchema).meta({ id: 'VaultItemPage', description: 'One page of items.' }),
  errors: ['not_found'],
  errorMessages: { not_found: NO_VAULT },
  description: 'Without values. In order of creation.',
  examples: [
    {
      summary: 'The only one',
      params: inVault,
      response: { items: [ITEM], pagination: { hasMore: false, cursor: null, total: 1 } },
    },
  ],
});

export const revealVaultItem = defineOperation({
  ...ofVaults,
  name: 'revealVaultItem',
  summary: 'Reveal a secret',
  method: 'POST',
  path: '/v1/vaults/{id}/items/{itemId}/reveal',
  params: itemParams,
  body: revealRequestSchema,
  response: revealedSecretSchema,
  errors: ['not_found', 'gone'],
  errorMessages: { not_found: NO_ITEM, gone: 'The item has expired' },
  description:
    'The value is returned only after the reveal is in the audit log of the vault. By default a user may reveal 30 items a minute; more are a 429. A missing item and a version that is not kept any more are both a 404; the message says which.',
  examples: [
    {
      summary: 'The newest value',
      params: { ...inVault, itemId: ITEM.id },
      body: { reason: REVEAL.reason },
      response: {
        id: ITEM.id,
        vaultId: VAULT.id,
        name: ITEM.name,
        type: 'api_key',
        value: 'tide-9f3b1c',
        version: 1,
        revealedAt: REVEAL.at,
      },
    },
  ],
});

export const listVaultAudit = defineOperation({
  ...ofVaults,
  name: 'listVaultAudit',
  summary: 'Read the audit log of a vault',
  method: 'GET',
  path: '/v1/vaults/{id}/audit',
  params: idParams,
  query: cursorQuery,
  response: cursorPage(vaultAuditEntrySchema).meta({
    id: 'VaultAuditPage',
    description: 'One page of the audit log of a vault.',
  }),
  errors: ['not_found'],
  errorMessages: { not_found: NO_VAULT },
  description:
    'Newest first. Entries are never changed or removed, and each contains the hash of the one before it. They contain no values.',
  examples: [
    {
      summary: 'A reveal',
      params: inVault,
      query: { limit: 1 },
      response: { items: [REVEAL], pagination: { hasMore: true, cursor: 'Mw', total: 3 } },
    },
  ],
});
