import type { HttpRoute } from '@strata/platform/http/http-route';
import type { OwnKeys } from './own-keys.ts';

/** The public keys of the service's own tokens, for whoever verifies them (RFC 7517). */
export const jwksRoute = (keys: OwnKeys): HttpRoute => ({
  method: 'GET',
  path: '/.well-known/jwks.json',
  handle: () => ({
    json: { keys: keys.current().published.map(({ jwk }) => jwk) },
    // Short, since a new key signs as soon as it is there.
    headers: { 'Cache-Control': 'public, max-age=60' },
  }),
});
