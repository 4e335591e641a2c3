import { z } from 'zod';
import { cookie, cookieValue, type CookieRules } from './session-cookie.ts';

/** How long a visitor may take at the identity provider. */
const MAX_AGE_SECONDS = 600;
/** The longest address of a page to return to. With the rest, the cookie stays below the 4,096 bytes that browsers keep. */
export const MAX_NEXT = 1_000;

const secret = z.string().regex(/^[\w-]{43,128}$/);
const attemptSchema = z.object({
  provider: z.string(),
  state: secret,
  nonce: secret,
  verifier: secret,
  next: z.string().max(MAX_NEXT),
});

/** A sign-in that one browser has begun: what the provider's answer must fit. `next`: the page to open afterwards. */
export type SignInAttempt = z.output<typeof attemptSchema>;

const NAME = 'strata_sign_in';
/** Strict would keep it from the provider's answer, which is a navigation from another site. */
const SAME_SITE = 'Lax';

/**
 * `Set-Cookie` that keeps the attempt in the browser that began it, so that gateways share nothing. Only that browser
 * can read the cookie. A program that could write it would sign in only its own user.
 */
export const attemptCookie = (attempt: SignInAttempt, rules: CookieRules): string =>
  cookie(
    NAME,
    Buffer.from(JSON.stringify(attempt)).toString('base64url'),
    { maxAge: MAX_AGE_SECONDS, sameSite: SAME_SITE },
    rules,
  );

/** `Set-Cookie` that ends the attempt. */
export const noAttemptCookie = (rules: CookieRules): string =>
  cookie(NAME, '', { maxAge: 0, sameSite: SAME_SITE }, rules);

/** The attempt of the browser that sent this `Cookie` header; undefined if it began none, or too long ago. */
export function attemptInCookies(header: string | undefined, rules: CookieRules): SignInAttempt | undefined {
  const value = cookieValue(NAME, header, rules);
  if (value === undefined) return undefined;
  try {
    return attemptSchema.safeParse(JSON.parse(Buffer.from(value, 'base64url').toString())).data;
  } catch {
    return undefined;
  }
}
