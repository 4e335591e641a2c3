import type { listOrganizations } from '@strata/contracts/operations/organizations';
import type { RequestContext } from '@strata/kernel/actor';
import { continuedFrom, paginationOf } from '@strata/kernel/cursor';
import type { z } from 'zod';
import { describeOrganization } from './describe-organization.ts';
import type { OrganizationStore } from './organization-store.ts';

/** One page of the caller's organizations, newest first. Errors: `validation_error` for a damaged cursor. */
export const createListOrganizations =
  (organizations: Pick<OrganizationStore, 'list'>) =>
  async (
    { limit, cursor }: z.output<typeof listOrganizations.query>,
    { scope, actor }: RequestContext,
  ): Promise<z.input<typeof listOrganizations.response>> => {
    const page = await organizations.list(scope, actor.id, { limit, before: continuedFrom(cursor) });
    return { items: page.items.map(describeOrganization), pagination: paginationOf(page) };
  };
