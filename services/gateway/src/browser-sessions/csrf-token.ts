import { createHash, timingSafeEqual } from 'node:crypto';

/** The header by which a page of the console shows that it sent the request. Another site cannot set it. */
export const CSRF_HEADER = 'x-strata-session';

/**
 * The token of that header. It follows from the session's own token, which only the browser's cookie and the gateway have: every
 * gateway knows it without storing anything, and that of one session is of no use in another.
 */
export const csrfTokenOf = (token: string): string =>
  createHash('sha256').update(`strata console ${token}`).digest('base64url');

/** Whether `given` is the token of this session's header. */
export function matchesCsrf(token: string, given: unknown): boolean {
  if (typeof given !== 'string') return false;
  const [wanted, actual] = [Buffer.from(csrfTokenOf(token)), Buffer.from(given)];
  return wanted.length === actual.length && timingSafeEqual(wanted, actual);
}
