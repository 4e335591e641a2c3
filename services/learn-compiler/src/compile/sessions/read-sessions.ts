import type { SessionSteps } from '../types.ts';
import { readSession } from './read-session.ts';
import { ScopeSessions } from './scope-sessions.ts';
import type { Session } from './session.ts';

/** Reads the sessions of a learning scope, in order of arrival. A session in which nothing was done is left out. */
export function readSessions(scope: readonly SessionSteps[]): Session[] {
  const sessions = new ScopeSessions();
  for (const steps of scope) sessions.put(readSession(steps));
  return sessions.current().sessions;
}
