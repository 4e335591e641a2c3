import { createApiKey, registerAccount } from '@strata/contracts/operations/accounts';
import type { Logger } from '@strata/platform/log/logger';
import { randomBytes } from 'node:crypto';
import { ApiClient } from './api-client.ts';

/** A whole Strata that serves HTTP. */
export interface System {
  readonly base: string;
  close(): Promise<void>;
}

export interface SystemOptions {
  /** Environment variables beyond what every system is given. */
  readonly settings?: Readonly<Record<string, string>>;
  readonly logger?: Logger;
}

export type StartSystem = (options?: SystemOptions) => Promise<System>;

export interface NewTenant {
  readonly tenantId: string;
  readonly userId: string;
  readonly email: string;
  readonly password: string;
  /** The user, by token. */
  readonly user: ApiClient;
  /** A live and a test key with every scope. */
  readonly api: ApiClient;
  readonly testApi: ApiClient;
}

/** Registers a user with a tenant of its own and makes a live and a test key, as a new user would. */
export async function newTenant(base: string): Promise<NewTenant> {
  const anyone = new ApiClient(base);
  const account = {
    email: `user-${randomBytes(6).toString('hex')}@example.org`,
    password: 'a long enough password',
    tenantName: 'Example',
  };
  const { token, tenant, user: person } = await anyone.ask(registerAccount, { body: account });
  const user = anyone.as(token);
  const keyFor = async (environment: string): Promise<ApiClient> => {
    const body = { name: environment, scopes: ['read', 'write', 'admin'], environment };
    return anyone.as((await user.ask(createApiKey, { body })).key);
  };
  const { id: tenantId } = tenant;
  const { email, password } = account;
  return {
    tenantId,
    userId: person.id,
    email,
    password,
    user,
    api: await keyFor('live'),
    testApi: await keyFor('test'),
  };
}
