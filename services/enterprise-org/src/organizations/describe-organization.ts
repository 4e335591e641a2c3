import type { Organization } from '@strata/contracts/schemas/organization';
import type { OwnOrganization, StoredOrganization } from './organization-store.ts';

/** An organization as the interface shows it to one of its members. */
export const describeOrganization = ({ organization, role }: OwnOrganization): Organization => ({
  id: organization.id,
  name: organization.name,
  slug: organization.slug,
  role,
  createdAt: organization.createdAt.toISOString(),
  updatedAt: organization.updatedAt.toISOString(),
});

/** What the audit log says of one. */
export const auditedOrganization = ({ name, slug }: StoredOrganization) => ({ name, slug });
