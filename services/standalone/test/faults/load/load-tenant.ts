import { createVault, createVaultItem } from '@strata/contracts/operations/vaults';
import { OrganizationFixture } from '../../fixtures/organization-fixture.ts';
import { pathOf } from '../../fixtures/api-client.ts';
import { revealVaultItem } from '@strata/contracts/operations/vaults';

/** A tenant whose texts all have a word that no other tenant may see. */
export interface LoadTenant {
  readonly word: string;
  readonly tenantId: string;
  /** An API key, and a user's token. */
  readonly key: string;
  readonly token: string;
  readonly organization: OrganizationFixture;
  /** The path that reveals its secret, and the secret. */
  readonly revealPath: string;
  readonly secret: string;
}

/** Registers a tenant with an organization and a secret. */
export async function newLoadTenant(base: string, word: string): Promise<LoadTenant> {
  const organization = await OrganizationFixture.create(base);
  const { user, api, tenantId } = organization.tenant;
  const secret = `${word}-and-7-tides`;
  const { id } = await user.call(createVault, { body: { name: 'Harbour' } });
  const body = { name: 'tide-table', type: 'password', value: secret };
  const item = await user.call(createVaultItem, { params: { id }, body });
  const revealPath = pathOf(revealVaultItem, { params: { id, itemId: item.id } });
  return { word, tenantId, key: api.credential ?? '', token: user.credential ?? '', organization, revealPath, secret };
}
