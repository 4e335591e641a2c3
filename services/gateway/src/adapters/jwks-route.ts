import type { HttpRoute } from '@strata/platform/http/http-route';
import type { SigningKey } from './signing-key.ts';

/** The public half of the key that signs tokens, for whoever verifies them (RFC 7517). */
export const jwksRoute = ({ jwk }: SigningKey): HttpRoute => ({
  method: 'GET',
  path: '/.well-known/jwks.json',
  handle: () => ({ json: { keys: [jwk] }, headers: { 'Cache-Control': 'public, max-age=300' } }),
});
