import type { QueryClient } from '@tanstack/react-query';
import type { Session } from './session.ts';
import { SESSION_KEY } from './session-key.ts';

/** Forgets what was read for the earlier user, then shows the pages of another session, or asks to sign in. */
export function changeSession(client: QueryClient, session: Session | null): void {
  client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== SESSION_KEY[0] });
  client.setQueryData(SESSION_KEY, session);
}
