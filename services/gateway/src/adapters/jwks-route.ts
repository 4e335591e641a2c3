import type { HttpRoute } from '@strata/platform/http/http-route';
import type { OwnKeys } from './own-keys.ts';

/** Publishes the public keys of the service's own tokens (RFC 7517). */
export const jwksRoute = (keys: OwnKeys): HttpRoute => ({
  method: 'GET',
  path: '/.well-known/jwks.json',
  handle: () => ({
    json: { keys: keys.current().published.map(({ jwk }) => jwk) },
    // Short, because a new key signs at once.
    headers: { 'Cache-Control': 'public, max-age=60' },
  }),
});
