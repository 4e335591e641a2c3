import type { OperationName } from '@strata/client/strata';
import type { ReactNode } from 'react';
import type { Membership } from './may.ts';
import { useMay } from './use-session.ts';

interface MayDoProps {
  readonly operation: OperationName;
  /** The organization that the operation belongs to. */
  readonly organization?: Membership | undefined;
  readonly children: ReactNode;
}

/** Shows its content only to users whose request would be accepted. */
export const MayDo = ({ operation, organization, children }: MayDoProps): ReactNode =>
  useMay(operation, organization) ? children : null;
