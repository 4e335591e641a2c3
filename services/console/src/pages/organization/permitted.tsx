import type { OperationName } from '@strata/client/strata';
import type { ReactNode } from 'react';
import { useMay } from '../../session/use-session.ts';
import { EmptyState } from '../../ui/states.tsx';
import type { Organization } from './in-organization.tsx';

interface PermittedProps {
  readonly operation: OperationName;
  readonly organization: Organization;
  /** What would be shown, such as "policies". */
  readonly what: string;
  readonly children: ReactNode;
}

/** Shows its content to members who may read it, and to others whom they can ask. */
export const Permitted = ({ operation, organization, what, children }: PermittedProps): ReactNode =>
  useMay(operation, organization) ? (
    children
  ) : (
    <EmptyState title={`You may not see the ${what} of ${organization.name}`}>
      The role {organization.role} does not include it. Ask an owner or admin of the organization for another role.
    </EmptyState>
  );
