import type { HttpRoute } from '@strata/platform/http/http-route';

const WELL_KNOWN = '/.well-known/oauth-protected-resource';
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** The metadata of one protected resource (RFC 9728): which identity providers issue tokens for it. */
export interface ProtectedResource {
  /** The URL of the metadata. Undefined without an identity provider that a client can ask. */
  readonly metadataUrl: string | undefined;
  readonly routes: HttpRoute[];
}

/** `path` is that of the resource at `baseUrl`. Issuers whose name is no URL that a client can ask are left out. */
export function protectedResource(baseUrl: string, path: string, issuers: readonly string[]): ProtectedResource {
  const authorizationServers = issuers.filter(canBeAsked);
  if (authorizationServers.length === 0) return { metadataUrl: undefined, routes: [] };
  // It may have a path of its own, which a proxy takes off.
  const base = baseUrl.endsWith('/') ? baseUrl.slice(0, -1) : baseUrl;
  const metadata = {
    resource: `${base}${path}`,
    authorization_servers: authorizationServers,
    bearer_methods_supported: ['header'],
    resource_name: 'Strata',
  };
  const handle = () => ({ json: metadata, headers: { 'Cache-Control': 'public, max-age=300' } });
  return {
    metadataUrl: `${base}${WELL_KNOWN}${path}`,
    // Clients ask for the path of the resource first, and some for the root only.
    routes: [`${WELL_KNOWN}${path}`, WELL_KNOWN].map((at) => ({ method: 'GET', path: at, handle })),
  };
}

function canBeAsked(issuer: string): boolean {
  if (!URL.canParse(issuer)) return false;
  const { protocol, hostname } = new URL(issuer);
  return protocol === 'https:' || (protocol === 'http:' && LOOPBACK.test(hostname));
}
