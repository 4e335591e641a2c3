import { AppError, notFound } from '@strata/kernel/errors';
import type { Exchange, HttpResponse, HttpRoute } from '@strata/platform/http/http-route';
import type { Logger } from '@strata/platform/log/logger';
import { z } from 'zod';
import type { CookieCredentialRules } from '../browser-sessions/cookie-credential.ts';
import type { ExternalSignIn } from '../browser-sessions/external-sign-in.ts';
import { rejectForeignPage } from '../browser-sessions/own-page.ts';
import { sessionCookie } from '../browser-sessions/session-cookie.ts';
import { attemptCookie, attemptInCookies, MAX_NEXT, noAttemptCookie } from '../browser-sessions/sign-in-attempt.ts';
import { SignInError } from '../browser-sessions/sign-in-provider.ts';

/** Below the path of the session. */
const PATH = '/console/session/providers';

export const redirectPathOf = (providerId: string): string => `${PATH}/${providerId}/callback`;

export interface SignInRoutesParts {
  readonly signIns: readonly ExternalSignIn[];
  /** Where the browser goes after the provider's answer: the path of the page for signing in. */
  readonly signInPage: string;
  readonly rules: CookieCredentialRules;
  readonly logger: Logger;
}

const beginSchema = z.strictObject({ next: z.string().max(MAX_NEXT).default('') });

/**
 * Signing in with an identity provider. `GET` lists the providers. `POST` to one begins: it says to which address of the provider
 * the browser goes. The provider sends the browser to the callback, which opens the session and leads on to the page for signing
 * in, with `next` and, if it failed, with `failed`.
 */
export function signInRoutes({ signIns, signInPage, rules, logger }: SignInRoutesParts): HttpRoute[] {
  const providers = signIns.map(({ provider: { id, name } }) => ({ id, name }));
  const signInOf = ({ params: { id } }: Exchange): ExternalSignIn => {
    const found = signIns.find(({ provider }) => provider.id === id);
    if (found === undefined) throw notFound('The identity provider');
    return found;
  };

  const begin = async (exchange: Exchange): Promise<HttpResponse> => {
    rejectForeignPage(exchange.headers, rules);
    const { provider } = signInOf(exchange);
    const body = beginSchema.safeParse(await exchange.readJson());
    if (!body.success) throw new AppError('validation_error', 'The body is `{next}`, a page of the console');
    const proof = provider.newProof();
    const address = await provider.addressFor(proof);
    return {
      data: { address: address.href },
      headers: { 'Set-Cookie': attemptCookie({ ...proof, provider: provider.id, ...body.data }, rules) },
    };
  };

  const finish = async (exchange: Exchange): Promise<HttpResponse> => {
    const signIn = signInOf(exchange);
    const attempt = attemptInCookies(exchange.headers.cookie, rules);
    const leadOn = (query: Record<string, string>, cookies: readonly string[] = []): HttpResponse => ({
      status: 303,
      headers: {
        Location: `${signInPage}?${new URLSearchParams({ ...query, next: attempt?.next ?? '' }).toString()}`,
        'Set-Cookie': [...cookies, noAttemptCookie(rules)],
        'Referrer-Policy': 'no-referrer',
      },
      text: '',
      contentType: 'text/plain',
    });
    try {
      const { token, expiresIn } = await signIn.finish(searchOf(exchange), attempt);
      return leadOn({}, [sessionCookie(token, expiresIn, rules)]);
    } catch (error) {
      const failure = failureOf(error);
      logger.warn('Signing in with an identity provider failed', {
        provider: signIn.provider.id,
        failure,
        error,
        requestId: exchange.requestId,
      });
      return leadOn({ failed: failure });
    }
  };

  return [
    { method: 'GET', path: PATH, quiet: true, handle: () => ({ data: { providers } }) },
    ...(signIns.length === 0
      ? []
      : [
          { method: 'POST', path: `${PATH}/:id`, handle: begin } as const,
          { method: 'GET', path: redirectPathOf(':id'), handle: finish } as const,
        ]),
  ];
}

function failureOf(error: unknown): SignInError['failure'] {
  if (error instanceof SignInError) return error.failure;
  if (error instanceof AppError && error.code === 'unavailable') return 'unavailable';
  throw error;
}

/** A repeated parameter stays repeated, so that it is rejected. */
function searchOf({ query }: Exchange): URLSearchParams {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    for (const each of typeof value === 'string' ? [value] : (value ?? [])) search.append(name, each);
  return search;
}
