/**
 * An OpenID provider in a separate process: `node provider-process.mjs <port> <audience>`. It receives its keys and clients
 * over IPC. A client gets JWT access tokens for its secret, with the claims of its configuration.
 */
import { createServer } from 'node:http';
import Provider from 'oidc-provider';

const [port, audience] = process.argv.slice(2);
const issuer = `http://127.0.0.1:${port}`;
let listener = (_request, response) => response.writeHead(503).end();

const server = createServer((request, response) => listener(request, response));
server.listen(Number(port), '127.0.0.1', () => process.send('listening'));
process.on('disconnect', () => process.exit());
process.on('message', ({ keys, clients }) => {
  listener = createProvider(keys, clients).callback();
  process.send('configured');
});

function createProvider(keys, clients) {
  const { alg } = keys[0];
  return new Provider(issuer, {
    jwks: { keys },
    clients: clients.map(({ id, secret, claims }) => ({
      client_id: id,
      client_secret: secret,
      claims,
      grant_types: ['client_credentials'],
      redirect_uris: [],
      response_types: [],
      id_token_signed_response_alg: alg,
    })),
    extraClientMetadata: { properties: ['claims'] },
    extraTokenClaims: (context) => context.oidc.client.claims,
    features: {
      devInteractions: { enabled: false },
      clientCredentials: { enabled: true },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => 'https://memory.example',
        getResourceServerInfo: () => ({
          scope: 'memory',
          audience,
          accessTokenFormat: 'jwt',
          accessTokenTTL: 600,
          jwt: { sign: { alg } },
        }),
      },
    },
  });
}
