import { randomBytes } from 'node:crypto';
import type { Environment } from '@strata/kernel/tenant-scope';
import type { Credentials, CredentialsFile } from './credentials.ts';

export interface FirstTenantParts {
  readonly file: CredentialsFile;
  readonly newKey: (environment: Environment) => string;
  /** Makes sure that the account exists with this password. Returns its user and its own tenant. */
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
 * Makes sure that a tenant with a user, a live key and a test key exists, and that the credentials file names them. An
 * existing file decides: its credentials are brought into this database. So several deployments can share the file, and a
 * start completes what an interrupted one began. Errors: `unavailable`.
 */
export async function prepareFirstTenant(parts: FirstTenantParts): Promise<void> {
  const { file, ensureAccount, ensureKey, show } = parts;
  const existing = await file.read();
  const fresh = existing ?? newCredentials(parts);
  const isNew = existing === undefined && (await file.create(fresh));
  const credentials = isNew ? fresh : ((await file.read()) ?? fresh);
  const owner = await ensureAccount(credentials);
  await Promise.all([ensureKey(credentials.apiKey, owner), ensureKey(credentials.testApiKey, owner)]);
  if (isNew) show(credentials);
}

const newCredentials = ({ baseUrl, newKey }: FirstTenantParts): Credentials => ({
  baseUrl,
  apiKey: newKey('live'),
  testApiKey: newKey('test'),
  email: EMAIL,
  password: randomBytes(PASSWORD_BYTES).toString('base64url'),
});
