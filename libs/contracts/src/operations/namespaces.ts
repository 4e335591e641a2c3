import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import { text } from '../schemas/json.ts';
import { createNamespaceRequestSchema, namespaceSchema, updateNamespaceRequestSchema } from '../schemas/namespace.ts';
import { cursorPage, cursorQuery } from '../schemas/paging.ts';

const orgParams = z.strictObject({ orgId: text(1, 200) });
const namespaceParams = z.strictObject({ orgId: text(1, 200), namespaceId: text(1, 200) });

const NO_ORGANIZATION = 'The organization does not exist';
const NO_NAMESPACE = 'The namespace does not exist';
const NAME_TAKEN = 'A namespace with this name exists already';

const NAMESPACE: z.output<typeof namespaceSchema> = {
  id: 'nsp_2f1e0d9c8b7a46958f4e3d2c1b0a9988',
  organizationId: 'org_5b0c1f8a6d7e49c2a3b4d5e6f7081920',
  name: 'customs',
  description: 'Declarations and inspections.',
  sensitivity: 'internal',
  teamIds: [],
  createdAt: '2026-05-08T09:30:00.000Z',
  updatedAt: '2026-05-08T09:30:00.000Z',
};
const inOrganization = { orgId: NAMESPACE.organizationId };

const ofNamespaces = { credential: 'jwt', scope: null, service: 'enterprise-org' } as const;

export const createNamespace = defineOperation({
  ...ofNamespaces,
  name: 'createNamespace',
  summary: 'Create a namespace',
  method: 'POST',
  path: '/v1/organizations/{orgId}/namespaces',
  permission: 'namespace:create',
  params: orgParams,
  body: createNamespaceRequestSchema,
  response: namespaceSchema,
  successStatus: 201,
  errors: ['not_found', 'conflict'],
  errorMessages: { not_found: NO_ORGANIZATION, conflict: NAME_TAKEN },
  description:
    'Events in it are governed by the policies of this organization. An organization has at most 10,000 namespaces; one more is a 409.',
  examples: [
    {
      summary: 'Open to the tenant',
      params: inOrganization,
      body: { name: NAMESPACE.name, description: NAMESPACE.description },
      response: NAMESPACE,
    },
  ],
});

export const listNamespaces = defineOperation({
  ...ofNamespaces,
  name: 'listNamespaces',
  summary: 'List the namespaces of an organization',
  method: 'GET',
  path: '/v1/organizations/{orgId}/namespaces',
  permission: 'namespace:read',
  params: orgParams,
  query: cursorQuery,
  response: cursorPage(namespaceSchema).meta({ id: 'NamespacePage', description: 'One page of namespaces.' }),
  errors: ['not_found'],
  errorMessages: { not_found: NO_ORGANIZATION },
  description:
    'In order of creation. Being listed does not mean that you may read the data in a namespace: policies decide that.',
  examples: [
    {
      summary: 'The only one',
      params: inOrganization,
      response: { items: [NAMESPACE], pagination: { hasMore: false, cursor: null, total: 1 } },
    },
  ],
});

export const updateNamespace = defineOperation({
  ...ofNamespaces,
  name: 'updateNamespace',
  summary: 'Change a namespace',
  method: 'PATCH',
  path: '/v1/organizations/{orgId}/namespaces/{namespaceId}',
  permission: 'namespace:update',
  params: namespaceParams,
  body: updateNamespaceRequestSchema,
  response: namespaceSchema,
  errors: ['not_found', 'conflict'],
  errorMessages: { not_found: NO_NAMESPACE, conflict: NAME_TAKEN },
  description:
    'Fields that are not sent stay unchanged. A change of sensitivity or teams takes effect everywhere within a second.',
  examples: [
    {
      summary: 'Closed to the tenant',
      params: { ...inOrganization, namespaceId: NAMESPACE.id },
      body: { sensitivity: 'restricted' },
      response: { ...NAMESPACE, sensitivity: 'restricted', updatedAt: '2026-06-01T10:00:00.000Z' },
    },
  ],
});
