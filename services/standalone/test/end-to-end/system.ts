import { randomBytes } from 'node:crypto';
import { ApiClient } from './api-client.ts';

/** A whole Strata that serves HTTP. */
export interface System {
  readonly base: string;
  close(): Promise<void>;
}

export type StartSystem = () => Promise<System>;

export interface NewTenant {
  readonly id: string;
  readonly email: string;
  readonly password: string;
  /** The user's token. */
  readonly token: string;
  readonly api: ApiClient;
  readonly testApi: ApiClient;
}

/** Registers a user with a tenant of its own and makes a live and a test key, as a new user would. */
export async function newTenant(base: string): Promise<NewTenant> {
  const anyone = new ApiClient(base);
  const email = `user-${randomBytes(6).toString('hex')}@example.org`;
  const password = 'a long enough password';
  const registered = await anyone.post('/v1/auth/register', { email, password, tenantName: 'Example' });
  const { token, tenant } = registered.body.data as { token: string; tenant: { id: string } };
  const user = anyone.as(token);
  const keyOf = async (environment: string): Promise<string> => {
    const made = await user.post('/v1/api-keys', { name: environment, scopes: ['read', 'write', 'admin'], environment });
    return made.body.data.key as string;
  };
  return {
    id: tenant.id,
    email,
    password,
    token,
    api: anyone.as(await keyOf('live')),
    testApi: anyone.as(await keyOf('test')),
  };
}
