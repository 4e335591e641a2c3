/** Where the console keeps the user's token: page code cannot read it, and no other site can have it sent. */
const SESSION = 'strata_session';
/** A browser takes a cookie with this prefix only over https, and not from another host of the domain. */
const HOST_PREFIX = '__Host-';

/** Browsers drop a cookie that is longer than 4,096 bytes, with its name and attributes. */
export const MAX_TOKEN_BYTES = 3_900;

const VALUE = /^[\w.-]+$/;

/** `isSecure`: clients reach the service by https only. */
export interface CookieRules {
  readonly isSecure: boolean;
}

/** The token in a `Cookie` header; undefined as of `cookieValue`. */
export const tokenInCookies = (header: string | undefined, rules: CookieRules): string | undefined =>
  cookieValue(SESSION, header, rules);

/** `Set-Cookie` that keeps a token for `maxAge` seconds; 0 removes it. */
export const sessionCookie = (token: string, maxAge: number, rules: CookieRules): string =>
  cookie(SESSION, token, { maxAge, sameSite: 'Strict' }, rules);

/**
 * The value of a cookie of ours in a `Cookie` header. Undefined if there is none, or several: one of them may be another host's,
 * which wants the user to work in an account of its own.
 */
export function cookieValue(name: string, header: string | undefined, { isSecure }: CookieRules): string | undefined {
  const cookies = (header ?? '').split(';').map((pair) => pair.trim().split('=', 2));
  const valuesOf = (wanted: string): string[] =>
    cookies.flatMap(([each, value]) => (each === wanted && value !== undefined ? [value] : []));
  const secure = valuesOf(HOST_PREFIX + name);
  const [value, ...others] = isSecure || secure.length > 0 ? secure : valuesOf(name);
  return value !== undefined && others.length === 0 && VALUE.test(value) ? value : undefined;
}

/** `Set-Cookie` that no script can read, for `maxAge` seconds; 0 removes it. */
export function cookie(
  name: string,
  value: string,
  { maxAge, sameSite }: { readonly maxAge: number; readonly sameSite: 'Strict' | 'Lax' },
  { isSecure }: CookieRules,
): string {
  const [prefix, secure] = isSecure ? [HOST_PREFIX, '; Secure'] : ['', ''];
  const age = String(Math.max(0, maxAge));
  return `${prefix}${name}=${value}; Path=/; Max-Age=${age}; HttpOnly; SameSite=${sameSite}${secure}`;
}
