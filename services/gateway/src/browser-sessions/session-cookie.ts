/** Where the console keeps the user's token: page code cannot read it, and no other site can have it sent. */
const PLAIN_NAME = 'strata_session';
/** A browser takes a cookie of this name only over https, and not from another host of the domain. */
const HOST_NAME = `__Host-${PLAIN_NAME}`;

/** Browsers drop a cookie that is longer than 4,096 bytes, with its name and attributes. */
export const MAX_TOKEN_BYTES = 3_900;

const TOKEN = /^[\w.-]+$/;

/** `isSecure`: clients reach the service by https only. */
export interface CookieRules {
  readonly isSecure: boolean;
}

/**
 * The token in a `Cookie` header. Undefined if there is none, or several: one of them may be another host's, which wants the
 * user to work in an account of its own.
 */
export function tokenInCookies(header: string | undefined, { isSecure }: CookieRules): string | undefined {
  const cookies = (header ?? '').split(';').map((pair) => pair.trim().split('=', 2));
  const valuesOf = (wanted: string): string[] =>
    cookies.flatMap(([name, value]) => (name === wanted && value !== undefined ? [value] : []));
  const secure = valuesOf(HOST_NAME);
  const [token, ...others] = isSecure || secure.length > 0 ? secure : valuesOf(PLAIN_NAME);
  return token !== undefined && others.length === 0 && TOKEN.test(token) ? token : undefined;
}

/** `Set-Cookie` that keeps a token for `maxAge` seconds; 0 removes it. */
export function sessionCookie(token: string, maxAge: number, { isSecure }: CookieRules): string {
  const [name, secure] = isSecure ? [HOST_NAME, '; Secure'] : [PLAIN_NAME, ''];
  return `${name}=${token}; Path=/; Max-Age=${String(Math.max(0, maxAge))}; HttpOnly; SameSite=Strict${secure}`;
}
