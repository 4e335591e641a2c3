import type { Operation } from '../operation.ts';

/** Names the organization of the path once more. */
export const ORGANIZATION_HEADER = 'X-Organization-ID';

/** Whether an operation is about the organization that its path names. */
export const namesOrganization = ({ path }: Pick<Operation, 'path'>): boolean => path.includes('{orgId}');
