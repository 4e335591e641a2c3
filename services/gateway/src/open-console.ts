import type { Clock } from '@strata/kernel/clock';
import type { Exchange, HttpResponse, HttpRoute } from '@strata/platform/http/http-route';
import type { Logger } from '@strata/platform/log/logger';
import type { AccountStore } from './accounts/account-store.ts';
import { basePath, CONSOLE_PATH, consoleRoutes } from './adapters/console-routes.ts';
import { createOpenIdProvider } from './adapters/openid-provider.ts';
import { DOCS_PATH } from './adapters/reference-routes.ts';
import { sessionRoutes, type SessionRoutesParts } from './adapters/session-routes.ts';
import { redirectPathOf, signInRoutes } from './adapters/sign-in-routes.ts';
import { withCookieCredential } from './browser-sessions/cookie-credential.ts';
import {
  createExternalSignIn,
  type ExternalSignIn,
  type ExternalSignInParts,
} from './browser-sessions/external-sign-in.ts';
import type { GatewayConfig } from './config.ts';
import { createIdentifyCaller, type IdentifyCallerParts } from './routing/identify-caller.ts';

export interface ConsoleParts extends IdentifyCallerParts, Pick<ExternalSignInParts, 'checkIdToken' | 'issueToken'> {
  readonly config: Pick<GatewayConfig, 'CONSOLE' | 'PUBLIC_URL' | 'JWT_ISSUERS'>;
  readonly accounts: Pick<AccountStore, 'findAccount'>;
  readonly renewToken: SessionRoutesParts['renewToken'];
  readonly listOwnOrganizations: SessionRoutesParts['listOwnOrganizations'];
  readonly folder: string | undefined;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** The web console: its files, the sessions of browsers, and where the root leads. */
export interface OpenedConsole {
  readonly isServed: boolean;
  /** Open to anonymous clients. */
  readonly pageRoutes: HttpRoute[];
  /** Count their requests themselves. */
  readonly sessionRoutes: HttpRoute[];
  /** Adds the credential that a browser's cookie holds, where the console is served. */
  readonly withCookie: (headers: Exchange['headers']) => Exchange['headers'];
}

export function openConsole(parts: ConsoleParts): OpenedConsole {
  const { config, folder, authenticate, limits } = parts;
  const { PUBLIC_URL: publicUrl } = config;
  const pages = config.CONSOLE ? consoleRoutes({ publicUrl, folder }) : undefined;
  const root = (path: string): HttpRoute => ({ method: 'GET', path: '/', handle: () => redirectTo(path) });
  if (pages === undefined)
    return { isServed: false, pageRoutes: [root(DOCS_PATH)], sessionRoutes: [], withCookie: (headers) => headers };
  const rules = {
    isSecure: publicUrl?.startsWith('https:') === true,
    publicOrigin: publicUrl === undefined ? undefined : new URL(publicUrl).origin,
  };
  return {
    isServed: true,
    pageRoutes: [
      root(`${basePath(publicUrl)}${CONSOLE_PATH}`),
      ...signInRoutes({
        signIns: externalSignIns(parts),
        signInPage: `${basePath(publicUrl)}${CONSOLE_PATH}/sign-in`,
        rules,
        logger: parts.logger,
      }),
      ...pages,
    ],
    sessionRoutes: sessionRoutes({
      ...parts,
      identify: createIdentifyCaller({ authenticate, limits }),
      anonymousClients: limits.anonymousClients,
      rules,
    }),
    withCookie: (headers) => withCookieCredential(headers, rules),
  };
}

/** One for each issuer that is configured for it; that needs the service's address, to which the provider sends users back. */
const externalSignIns = (parts: ConsoleParts): ExternalSignIn[] => {
  const { JWT_ISSUERS: issuers, PUBLIC_URL: publicUrl } = parts.config;
  return issuers.flatMap(({ issuer, signIn }) => {
    if (signIn === undefined || publicUrl === undefined) return [];
    const redirectUri = publicUrl.replace(/\/$/, '') + redirectPathOf(signIn.id);
    const provider = createOpenIdProvider({ issuer, signIn, redirectUri, clock: parts.clock });
    return createExternalSignIn({ ...parts, provider, issuer });
  });
};

const redirectTo = (path: string): HttpResponse => ({
  status: 302,
  headers: { Location: path },
  text: '',
  contentType: 'text/plain',
});
