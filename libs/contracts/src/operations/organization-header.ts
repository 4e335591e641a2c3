import type { Operation } from '../operation.ts';

/** The header that repeats the organization of the path. */
export const ORGANIZATION_HEADER = 'X-Organization-ID';

/** Whether an operation's path names an organization. */
export const namesOrganization = ({ path }: Pick<Operation, 'path'>): boolean => path.includes('{orgId}');
