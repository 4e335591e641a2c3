import type { RequestContext } from '@strata/kernel/actor';
import { AppError, validationError } from '@strata/kernel/errors';
import type { Exchange, HttpResponse, HttpRoute } from '@strata/platform/http/http-route';
import type { AccountStore } from '../accounts/account-store.ts';
import type { IssueToken } from '../accounts/open-session.ts';
import { withCookieCredential, type CookieCredentialRules } from '../browser-sessions/cookie-credential.ts';
import { describeSession } from '../browser-sessions/describe-session.ts';
import { rejectForeignPage } from '../browser-sessions/own-page.ts';
import { endOfToken } from '../browser-sessions/renew-token.ts';
import { MAX_TOKEN_BYTES, sessionCookie, tokenInCookies } from '../browser-sessions/session-cookie.ts';
import type { Caller } from '../credentials/authenticate.ts';
import type { AnonymousLimits } from '../limits/limit-anonymous-clients.ts';
import { showLimit, type IdentifyCaller } from '../routing/identify-caller.ts';

export const SESSION_PATH = '/console/session';

export interface SessionRoutesParts {
  /** Errors: `unauthorized`; `rate_limited`; `unavailable`. */
  readonly identify: IdentifyCaller;
  /** Errors: `unavailable`. */
  readonly renewToken: (token: string) => Promise<ReturnType<IssueToken> | undefined>;
  readonly accounts: Pick<AccountStore, 'findAccount'>;
  /** Undefined if they cannot be read soon. */
  readonly listOwnOrganizations: (context: RequestContext) => Promise<unknown>;
  readonly anonymousClients: Pick<AnonymousLimits, 'admit'>;
  readonly rules: CookieCredentialRules;
}

const BEARER = /^Bearer +([\w.-]+)$/i;

/**
 * The session of a browser. `GET` describes it; it is null without one, so that a page need not cause an error to find out. `POST`
 * with a user's token in `Authorization` opens it, and with a cookie and its header renews it. `DELETE` removes the cookie.
 */
export function sessionRoutes(parts: SessionRoutesParts): HttpRoute[] {
  const { rules } = parts;
  const read = async (exchange: Exchange): Promise<HttpResponse> => {
    rejectForeignPage(exchange.headers, rules);
    const token = tokenInCookies(exchange.headers.cookie, rules);
    if (token === undefined) {
      showLimit(await parts.anonymousClients.admit(exchange.ip), exchange);
      return { data: { session: null } };
    }
    const caller = await callerOf(token, exchange, parts).catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'unauthorized') return undefined;
      throw error;
    });
    return caller === undefined ? closed(rules) : opened(token, caller, exchange, parts);
  };
  const openOrRenew = async (exchange: Exchange): Promise<HttpResponse> => {
    rejectForeignPage(exchange.headers, rules);
    const { authorization } = withCookieCredential(exchange.headers, rules);
    const isRenewal = exchange.headers.authorization === undefined;
    const token = BEARER.exec(authorization ?? '')?.[1] ?? '';
    const caller = await callerOf(token, exchange, parts);
    if (caller.actor.type !== 'user') throw new AppError('forbidden', 'A session needs the token of a user');
    if (token.length > MAX_TOKEN_BYTES) throw validationError('The token is too long for a cookie', []);
    const renewed = isRenewal ? await parts.renewToken(token) : undefined;
    return opened(renewed?.token ?? token, caller, exchange, parts);
  };
  return [
    { method: 'GET', path: SESSION_PATH, quiet: true, handle: read },
    { method: 'POST', path: SESSION_PATH, handle: openOrRenew },
    {
      method: 'DELETE',
      path: SESSION_PATH,
      handle: async (exchange) => {
        rejectForeignPage(exchange.headers, rules);
        const { authorization } = withCookieCredential(exchange.headers, rules);
        await callerOf(BEARER.exec(authorization ?? '')?.[1] ?? '', exchange, parts);
        return closed(rules);
      },
    },
  ];
}

const callerOf = (token: string, exchange: Exchange, { identify }: SessionRoutesParts): Promise<Caller> =>
  identify({
    headers: { authorization: `Bearer ${token}` },
    ip: exchange.ip,
    setTenant: exchange.setTenant,
    setHeader: exchange.setHeader,
  });

async function opened(
  token: string,
  caller: Caller,
  { requestId }: Exchange,
  { accounts, listOwnOrganizations, rules }: SessionRoutesParts,
): Promise<HttpResponse> {
  const { scope, actor } = caller;
  const [account, organizations] = await Promise.all([
    accounts.findAccount(scope.tenantId, actor.id),
    listOwnOrganizations({ scope, actor, requestId }),
  ]);
  if (account === undefined) return closed(rules);
  const expiresAt = endOfToken(token);
  const maxAge = Math.floor((expiresAt.getTime() - Date.now()) / 1000);
  return {
    data: { session: describeSession(token, expiresAt, { caller, account, organizations }) },
    headers: { 'Set-Cookie': sessionCookie(token, maxAge, rules) },
  };
}

const closed = (rules: CookieCredentialRules): HttpResponse => ({
  data: { session: null },
  headers: { 'Set-Cookie': sessionCookie('', 0, rules) },
});
