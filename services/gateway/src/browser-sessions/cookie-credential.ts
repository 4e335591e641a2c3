import { CSRF_HEADER, matchesCsrf } from './csrf-token.ts';
import { isFromOwnPage, type OriginHeaders, type OriginRules } from './own-page.ts';
import { tokenInCookies, type CookieRules } from './session-cookie.ts';

export type CookieCredentialRules = CookieRules & OriginRules;

export interface CookieHeaders extends OriginHeaders {
  readonly authorization?: string | undefined;
  readonly cookie?: string | undefined;
  readonly [CSRF_HEADER]?: string | string[] | undefined;
}

/**
 * The headers of a request with the credential that its cookie holds. The cookie counts only together with the header that a page
 * of this service sets; any other request, and one with a credential of its own, stays as it is.
 */
export function withCookieCredential<Headers extends CookieHeaders>(
  headers: Headers,
  rules: CookieCredentialRules,
): Headers {
  if (headers.authorization !== undefined || headers.cookie === undefined) return headers;
  const token = tokenInCookies(headers.cookie, rules);
  if (token === undefined || !isFromOwnPage(headers, rules.publicOrigin)) return headers;
  return matchesCsrf(token, headers[CSRF_HEADER]) ? { ...headers, authorization: `Bearer ${token}` } : headers;
}
