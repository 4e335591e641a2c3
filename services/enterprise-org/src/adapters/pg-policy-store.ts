import type { Database } from '@strata/platform/database/database';
import type { PolicyStore, StoredPolicy } from '../policies/policy-store.ts';
import { createTableStore, IN_ORGANIZATION, type OrganizationTable } from './organization-table.ts';
import type { ChangeOrganization } from './pg-organization-change.ts';

const POLICIES: OrganizationTable<StoredPolicy> = {
  name: 'policies',
  columns: {
    id: 'id',
    name: 'name',
    effect: 'effect',
    resource: 'resource',
    action: 'action',
    conditions: 'conditions',
    priority: 'priority',
    createdAt: 'created_at',
    updatedAt: 'updated_at',
  },
};

const COUNT_ON_TAGS = `
  select count(*)::integer as total from policies
  where ${IN_ORGANIZATION} and conditions -> 'resource.tags' is not null`;

/** Policies in PostgreSQL. */
export const createPgPolicyStore = (database: Database, change: ChangeOrganization): PolicyStore =>
  createTableStore({ database, change }, POLICIES, (rows, tx, { tenantId }, organizationId) => ({
    ...rows,
    countOnTags: async () => {
      const [counted] = await tx.query<{ total: number }>(COUNT_ON_TAGS, [tenantId, organizationId]);
      return counted?.total ?? 0;
    },
  }));
