import { SERVICE_URL } from './addresses.ts';
import { serviceRequest } from './service-request.ts';
import type { Session } from './session.ts';

const SESSION_URL = new URL('console/session', SERVICE_URL);
const CSRF_HEADER = 'x-strata-session';

let csrfToken: string | undefined;
let reading: Promise<Session | null> | undefined;
let onEnd: () => void = () => undefined;

/** Calls `listener` when a request shows that the session has ended. */
export function listenForEnd(listener: () => void): void {
  onEnd = listener;
}

/** The session of this browser; null without one. Errors: a `StrataError`. */
export function readSession(): Promise<Session | null> {
  reading ??= request('GET', {}).finally(() => {
    reading = undefined;
  });
  return reading;
}

/** Signs in with a user's token, which the browser keeps as a cookie from now on. Errors: a `StrataError`. */
export const openSession = (token: string): Promise<Session | null> =>
  request('POST', { authorization: `Bearer ${token}` });

/** Makes the session last longer, if it may. Errors: a `StrataError`. */
export const renewSession = (): Promise<Session | null> => request('POST', csrfHeader());

/** Signs out of this browser. Errors: a `StrataError`. */
export async function closeSession(): Promise<void> {
  await request('DELETE', csrfHeader());
}

/**
 * `fetch` with the session of the browser. Another tab may have renewed the session: then the request is sent again with the new
 * header. If there is no session any more, `listenForEnd` hears of it.
 */
export const fetchInSession: typeof fetch = async (input, init) => {
  const sent = csrfToken;
  const response = await send(input, init);
  if (response.status !== 401 || sent === undefined) return response;
  const session = await readSession().catch(() => undefined);
  if (session === null) onEnd();
  return csrfToken !== undefined && csrfToken !== sent ? send(input, init) : response;
};

const send = (input: RequestInfo | URL, init: RequestInit | undefined): Promise<Response> =>
  fetch(input, {
    ...init,
    credentials: 'same-origin',
    headers: { ...(init?.headers as Record<string, string> | undefined), ...csrfHeader() },
  });

const csrfHeader = (): Record<string, string> => (csrfToken === undefined ? {} : { [CSRF_HEADER]: csrfToken });

async function request(method: string, headers: Record<string, string>): Promise<Session | null> {
  const { session } = await serviceRequest<{ readonly session: Session | null }>(SESSION_URL, { method, headers });
  csrfToken = session?.csrfToken;
  return session;
}
