/**
 * An OpenID provider in a separate process: `node provider-process.mjs <issuer> <audience>`. It receives its keys, users and web
 * clients over IPC. A user is also a client: it gets JWT access tokens for its secret. Web clients send users to a page that asks
 * who they are. Tokens have the claims of the user's configuration.
 */
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import Provider from 'oidc-provider';

const [issuer, audience] = process.argv.slice(2);
const RESOURCE = 'https://memory.example';
let listener = (_request, response) => response.writeHead(503).end();

const server = createServer((request, response) => listener(request, response));
server.listen(Number(new URL(issuer).port), '127.0.0.1', () => process.send('listening'));
process.on('disconnect', () => process.exit());
process.on('message', ({ keys, clients, webClients }) => {
  const provider = createProvider(keys, clients, webClients);
  const callback = provider.callback();
  listener = (request, response) =>
    request.url.startsWith('/interaction/') ? interact(provider, request, response) : callback(request, response);
  process.send('configured');
});

/** The page for users: they say who they are, or refuse. */
async function interact(provider, request, response) {
  if (request.method === 'GET') {
    response.setHeader('content-type', 'text/html').end(`<!doctype html><title>Provider</title><form method="post">
      <label>Who are you? <input name="login"></label><button>Continue</button><button name="refuse" value="yes">Refuse</button>
    </form>`);
    return;
  }
  const body = new URLSearchParams(await text(request));
  const result = body.has('refuse') ? { error: 'access_denied' } : { login: { accountId: body.get('login') } };
  await provider.interactionFinished(request, response, result);
}

function createProvider(keys, clients, webClients) {
  const { alg } = keys[0];
  return new Provider(issuer, {
    jwks: { keys },
    cookies: { keys: ['not secret'] },
    clients: [
      ...clients.map(({ id, secret, claims }) => ({
        client_id: id,
        client_secret: secret,
        claims,
        grant_types: ['client_credentials'],
        redirect_uris: [],
        response_types: [],
        id_token_signed_response_alg: alg,
      })),
      ...webClients.map(({ id, secret, redirectUri }) => ({
        client_id: id,
        client_secret: secret,
        redirect_uris: [redirectUri],
        id_token_signed_response_alg: alg,
      })),
    ],
    findAccount: (_context, accountId) => {
      const claims = clients.find(({ id }) => id === accountId)?.claims ?? {};
      return { accountId, claims: () => ({ sub: accountId, ...claims }) };
    },
    claims: { openid: ['sub', 'tenant', 'email', 'name'] },
    conformIdTokenClaims: false,
    /** Asks for no consent. */
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({ clientId: oidc.client.clientId, accountId: oidc.session.accountId });
      grant.addOIDCScope('openid email profile');
      grant.addResourceScope(RESOURCE, 'memory');
      await grant.save();
      return grant;
    },
    extraClientMetadata: { properties: ['claims'] },
    extraTokenClaims: (context) => context.oidc.client.claims,
    features: {
      devInteractions: { enabled: false },
      clientCredentials: { enabled: true },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => RESOURCE,
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
