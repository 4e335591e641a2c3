import { randomBytes } from 'node:crypto';
import type { Environment } from '@strata/kernel/tenant-scope';
import type { Credentials, CredentialsFile } from './credentials.ts';

export interface FirstTenantParts {
  readonly file: CredentialsFile;
  readonly newKey: (environment: Environment) => string;
  /** Makes sure that the account exists with this password, and says which tenant is its own. */
  readonly ensureAccount: (account: {
    email: string;
    password: string;
  }) => Promise<{ userId: string; tenantId: string }>;
  /** Makes sure that the key exists, with every scope. */
  readonly ensureKey: (key: string, owner: { userId: string; tenantId: string }) => Promise<void>;
  readonly baseUrl: string;
  /** Shows the credentials to the operator. */
  readonly show: (credentials: Credentials) => void;
}

const EMAIL = 'owner@strata.local';
const PASSWORD_BYTES = 18;

/**
 * Makes sure that there is a tenant with a user, a live key and a test key, and that the credentials file names them.
 * A file that is there already decides: what it says is brought into this database, so several deployments may share
 * it, and a start that was cut short is made good by the next. Errors: `unavailable`.
 */
export async function prepareFirstTenant(parts: FirstTenantParts): Promise<void> {
  const { file, ensureAccount, ensureKey, show } = parts;
  const known = await file.read();
  const fresh = known ?? newCredentials(parts);
  const isOurs = known === undefined && (await file.create(fresh));
  const credentials = isOurs ? fresh : ((await file.read()) ?? fresh);
  const owner = await ensureAccount(credentials);
  await Promise.all([ensureKey(credentials.apiKey, owner), ensureKey(credentials.testApiKey, owner)]);
  if (isOurs) show(credentials);
}

const newCredentials = ({ baseUrl, newKey }: FirstTenantParts): Credentials => ({
  baseUrl,
  apiKey: newKey('live'),
  testApiKey: newKey('test'),
  email: EMAIL,
  password: randomBytes(PASSWORD_BYTES).toString('base64url'),
});
