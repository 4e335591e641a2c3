import type { Operation } from '@strata/contracts/operation';
import { namesOrganization, ORGANIZATION_HEADER } from '@strata/contracts/operations/organization-header';
import { validationError } from '@strata/kernel/errors';

/**
 * Checks that `X-Organization-ID` names the same organization as the path. The header is ignored if the path names none.
 * Errors: `validation_error` naming the header when it differs, or is missing where it is required.
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
