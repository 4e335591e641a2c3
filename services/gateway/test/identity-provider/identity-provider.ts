import { freePort } from '@strata/testkit/free-port';
import jwt from 'jsonwebtoken';
import { fork, type ChildProcess } from 'node:child_process';
import { createPrivateKey, createPublicKey, generateKeyPairSync, randomBytes, type JsonWebKey } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const SCRIPT = fileURLToPath(new URL('provider-process.mjs', import.meta.url));

interface Client {
  readonly id: string;
  readonly secret: string;
  readonly claims: Readonly<Record<string, unknown>>;
}
interface WebClient {
  readonly id: string;
  readonly secret: string;
  readonly redirectUri: string;
}
type PrivateJwk = JsonWebKey & { readonly kid: string; readonly alg: 'ES256' };

/** A real OpenID provider in a separate process, whose users are clients that log in with a secret. */
export class IdentityProvider {
  readonly audience = 'strata-api';
  readonly issuer: string;
  readonly #clients: Client[] = [];
  readonly #webClients: WebClient[] = [];
  #keys: PrivateJwk[] = [newKey()];
  #process: ChildProcess | undefined;

  private constructor(port: number) {
    // Another site than 127.0.0.1, where services under test are.
    this.issuer = `http://localhost:${port}`;
  }

  static async start(): Promise<IdentityProvider> {
    const provider = new IdentityProvider(await freePort());
    await provider.restart();
    return provider;
  }

  /** The entry for `JWT_ISSUERS`. */
  settings(more: object = {}): object {
    const { issuer, audience } = this;
    return { issuer, jwksUri: `${issuer}/jwks`, audience, tenantClaim: 'tenant', ...more };
  }

  async addUser(id: string, claims: Readonly<Record<string, unknown>>): Promise<void> {
    this.#clients.push({ id, claims, secret: randomBytes(24).toString('hex') });
    await this.#configure();
  }

  /** A new web client, and the settings by which the console of the service at `publicUrl` is it. */
  async addConsole(id: string, publicUrl: string, more: object = {}): Promise<object> {
    const secret = randomBytes(24).toString('hex');
    const client = {
      id: `console-${id}`,
      secret,
      redirectUri: `${publicUrl}/console/session/providers/${id}/callback`,
    };
    this.#webClients.push(client);
    await this.#configure();
    const signIn = { id, name: 'Example', clientId: client.id, clientSecret: secret, ...more };
    return this.settings({ signIn });
  }

  /** What a browser does at the provider: the user says who they are, or refuses. Returns the address with the answer. */
  async answer(address: string, as: string | null): Promise<string> {
    const cookies = new Map<string, string>();
    const send = async (to: string, body?: URLSearchParams): Promise<string> => {
      const cookie = [...cookies.values()].join('; ');
      const request = body === undefined ? {} : { method: 'POST', body };
      const response = await fetch(new URL(to, this.issuer), { ...request, headers: { cookie }, redirect: 'manual' });
      for (const each of response.headers.getSetCookie()) {
        const [pair = ''] = each.split(';');
        cookies.set(pair.slice(0, pair.indexOf('=')), pair);
      }
      const location = response.headers.get('location');
      if (location === null)
        throw new Error(`The provider responded with ${response.status}: ${await response.text()}`);
      return location;
    };
    const page = await send(address);
    return send(await send(page, new URLSearchParams(as === null ? { refuse: 'yes' } : { login: as })));
  }

  /** Logs a user in, over HTTP. */
  async logIn(id: string): Promise<string> {
    const client = this.#clients.find((each) => each.id === id);
    const response = await fetch(`${this.issuer}/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(`${id}:${client?.secret}`).toString('base64')}` },
      body: new URLSearchParams({ grant_type: 'client_credentials', scope: 'memory' }),
    });
    const { access_token: token } = (await response.json()) as { access_token?: string };
    if (token === undefined) throw new Error(`The provider responded with status ${response.status}`);
    return token;
  }

  /** A token signed with the provider's key, with claims that no provider would issue. A string is signed as it is. */
  sign(claims: object | string, header: object = {}): string {
    const { kid, ...jwk } = this.#signingKey();
    const now = Math.floor(Date.now() / 1000);
    const standard = { iss: this.issuer, aud: this.audience, sub: 'some-user', iat: now, exp: now + 600 };
    const payload = typeof claims === 'string' ? claims : JSON.stringify({ ...standard, ...claims });
    return jwt.sign(payload, createPrivateKey({ key: jwk, format: 'jwk' }), {
      algorithm: 'ES256',
      header: { alg: 'ES256', typ: 'JWT', kid, ...header },
    });
  }

  /** The public part of the signing key, in PEM. */
  publicKey(): { kid: string; key: string } {
    const { kid, ...jwk } = this.#signingKey();
    const key = createPublicKey({ key: jwk, format: 'jwk' }).export({ format: 'pem', type: 'spki' });
    return { kid, key: key.toString() };
  }

  /** Signs with another key from now on. `keep`: the old key is still published. */
  async rotate({ keep }: { keep: boolean }): Promise<void> {
    this.#keys = [newKey(), ...(keep ? this.#keys : [])];
    await this.#configure();
  }

  /** Kills the process, as `kill -9` does. */
  async kill(): Promise<void> {
    const child = this.#process;
    this.#process = undefined;
    if (child === undefined) return;
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  }

  /** Restarts it on the same port, with the same keys and users. */
  async restart(): Promise<void> {
    await this.kill();
    const env = { ...process.env, NODE_OPTIONS: '' };
    const child = fork(SCRIPT, [this.issuer, this.audience], {
      env,
      execArgv: [],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    this.#process = child;
    await receives(child, 'listening');
    await this.#configure();
  }

  #signingKey(): PrivateJwk {
    const [key] = this.#keys;
    if (key === undefined) throw new Error('The provider has no key');
    return key;
  }

  async #configure(): Promise<void> {
    if (this.#process === undefined) throw new Error('The provider is down');
    const configured = receives(this.#process, 'configured');
    this.#process.send({ keys: this.#keys, clients: this.#clients, webClients: this.#webClients });
    await configured;
  }
}

async function receives(child: ChildProcess, what: string): Promise<void> {
  const gone = new AbortController();
  const failed = once(child, 'exit', { signal: gone.signal }).then(() => {
    throw new Error('The provider ended');
  });
  try {
    const [message] = (await Promise.race([once(child, 'message', { signal: gone.signal }), failed])) as unknown[];
    if (message !== what) throw new Error(`The provider sent ${String(message)}`);
  } finally {
    gone.abort();
    failed.catch(() => undefined);
  }
}

function newKey(): PrivateJwk {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return { ...privateKey.export({ format: 'jwk' }), kid: randomBytes(8).toString('hex'), alg: 'ES256' };
}
