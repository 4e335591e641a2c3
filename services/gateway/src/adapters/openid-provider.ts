import { AppError, unavailable } from '@strata/kernel/errors';
import type { Clock } from '@strata/kernel/clock';
import { tracedFetch } from '@strata/platform/tracing/traced-fetch';
import * as openid from 'openid-client';
import { SignInError, type Proof, type SignInProvider } from '../browser-sessions/sign-in-provider.ts';
import type { SignInSettings } from '../credentials/issuer-settings.ts';
import { boundedText } from './bounded-text.ts';

/** Of each request to the provider, with its response. */
const TIMEOUT_SECONDS = 3;
const MAX_BYTES = 256 * 1024;
/** Of the provider's addresses when a sign-in begins: a visitor is not sent to a provider that has been down for longer. */
const MAX_AGE_MS = 10_000;

export interface OpenIdProviderParts {
  readonly issuer: string;
  readonly signIn: SignInSettings;
  readonly redirectUri: string;
  readonly clock: Clock;
}

/** A provider that speaks OpenID Connect: its addresses are discovered, and a code with PKCE is exchanged for an ID token. */
export function createOpenIdProvider({ issuer, signIn, redirectUri, clock }: OpenIdProviderParts): SignInProvider {
  const { id, name, clientId, clientSecret, scope } = signIn;
  const authentication = clientSecret === undefined ? openid.None() : secretAuthentication(clientSecret);
  let known: { readonly configuration: openid.Configuration; readonly readAt: number } | undefined;
  let reading: Promise<openid.Configuration> | undefined;

  const discover = (): Promise<openid.Configuration> =>
    openid.discovery(new URL(issuer), clientId, undefined, authentication, {
      [openid.customFetch]: boundedFetch,
      timeout: TIMEOUT_SECONDS,
      // The settings admit http only on the loopback interface.
      // eslint-disable-next-line @typescript-eslint/no-deprecated -- only marked so to be seen
      ...(issuer.startsWith('http:') ? { execute: [openid.allowInsecureRequests] } : {}),
    });

  const read = async (): Promise<openid.Configuration> => {
    const configuration = await discover().catch((error: unknown) => {
      throw unavailable(name, error);
    });
    known = { configuration, readAt: clock.now().getTime() };
    return configuration;
  };

  const configuration = (maxAgeMs: number): Promise<openid.Configuration> => {
    if (known !== undefined && clock.now().getTime() - known.readAt <= maxAgeMs)
      return Promise.resolve(known.configuration);
    reading ??= read().finally(() => {
      reading = undefined;
    });
    return reading;
  };

  return {
    id,
    name,
    newProof: () => ({
      state: openid.randomState(),
      nonce: openid.randomNonce(),
      verifier: openid.randomPKCECodeVerifier(),
    }),

    async addressFor({ state, nonce, verifier }: Proof) {
      return openid.buildAuthorizationUrl(await configuration(MAX_AGE_MS), {
        redirect_uri: redirectUri,
        scope,
        state,
        nonce,
        code_challenge: await openid.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      });
    },

    async idTokenFor(query, { state, nonce, verifier }) {
      if (query.get('state') !== state) throw new SignInError('outdated');
      const answer = new URL(redirectUri);
      answer.search = query.toString();
      try {
        const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier };
        const tokens = await openid.authorizationCodeGrant(await configuration(Infinity), answer, checks);
        if (tokens.id_token === undefined) throw new Error('The response has no ID token');
        return tokens.id_token;
      } catch (error) {
        throw new SignInError(failureOf(error), error);
      }
    },
  };
}

/** In the header or the body, as the provider says. */
function secretAuthentication(secret: string): openid.ClientAuth {
  const [basic, post] = [openid.ClientSecretBasic(secret), openid.ClientSecretPost(secret)];
  return (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    (methods.includes('client_secret_basic') ? basic : post)(server, ...rest);
  };
}

/** `fetch` of one address, whose failure says that the provider is down. */
const boundedFetch: openid.CustomFetch = async (url, { body, ...options }) => {
  try {
    // The library passes only bodies that `fetch` takes.
    const response = await tracedFetch(url, { ...options, body: body as NonNullable<RequestInit['body']> });
    if (response.status >= 500) {
      await response.body?.cancel();
      throw new Error(`The provider responded with status ${response.status}`);
    }
    const { status, headers } = response;
    return new Response(await boundedText(response, MAX_BYTES), { status, headers });
  } catch (error) {
    throw unavailable('The identity provider', error);
  }
};

function failureOf(error: unknown): SignInError['failure'] {
  if (error instanceof openid.AuthorizationResponseError) return 'refused';
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (cause instanceof AppError && cause.code === 'unavailable') return 'unavailable';
  return 'failed';
}
