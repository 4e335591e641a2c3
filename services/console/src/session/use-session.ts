import type { OperationName } from '@strata/client/strata';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { createContext, useContext } from 'react';
import { SESSION_KEY } from './session-key.ts';
import { may, type Membership } from './may.ts';
import type { Session } from './session.ts';
import { readSession } from './session-requests.ts';

/** The session of the signed-in user; null if nobody is signed in. */
export const useSessionQuery = (): UseQueryResult<Session | null> =>
  useQuery({ queryKey: SESSION_KEY, queryFn: readSession, staleTime: Number.POSITIVE_INFINITY });

export const SessionContext = createContext<Session | undefined>(undefined);

/** The signed-in user. Only for what is inside the shell. */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === undefined) throw new Error('This is shown only to signed-in users');
  return session;
}

/** Whether the user may do this; in an organization, if the operation belongs to one. */
export const useMay = (operation: OperationName, organization?: Membership): boolean =>
  may(useSession(), operation, organization);
