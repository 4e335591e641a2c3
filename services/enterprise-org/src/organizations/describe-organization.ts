import type { Organization } from '@strata/contracts/schemas/organization';
import type { Membership, StoredOrganization } from './organization-store.ts';

/** An organization as the interface shows it to one of its members. */
export const describeOrganization = ({ organization, role }: Membership): Organization => ({
  id: organization.id,
  name: organization.name,
  slug: organization.slug,
  role,
  createdAt: organization.createdAt.toISOString(),
  updatedAt: organization.updatedAt.toISOString(),
});

/** The fields of an organization that the audit log shows. */
export const auditedOrganization = ({ name, slug }: StoredOrganization) => ({ name, slug });
