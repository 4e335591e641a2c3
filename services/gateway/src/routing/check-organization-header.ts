import type { Operation } from '@strata/contracts/operation';
import { namesOrganization, ORGANIZATION_HEADER } from '@strata/contracts/operations/organization-header';
import { validationError } from '@strata/kernel/errors';

/**
 * The organization may be named in a header as well as in the path, and then by the same id. On operations whose path
 * names none the header means nothing.
 * @throws AppError `validation_error` naming the header when it differs, or is missing where it is required.
 */
export function checkOrganizationHeader(
  operation: Pick<Operation, 'path'>,
  { params, headers }: { readonly params: unknown; readonly headers: Readonly<Record<string, unknown>> },
  { isRequired }: { readonly isRequired: boolean },
): void {
  if (!namesOrganization(operation)) return;
  const named = headers[ORGANIZATION_HEADER.toLowerCase()];
  if (named === undefined && !isRequired) return;
  const { orgId } = params as { readonly orgId?: unknown };
  if (named === orgId) return;
  const fault = named === undefined ? 'is required here' : 'must be the id of the organization in the path';
  throw validationError(`${ORGANIZATION_HEADER} ${fault}`, [{ field: ORGANIZATION_HEADER, message: fault }]);
}
