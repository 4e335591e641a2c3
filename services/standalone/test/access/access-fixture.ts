import { createApiKey, revokeApiKey } from '@strata/contracts/operations/accounts';
import { newApiKey } from '@strata/gateway/api-keys/key-format';
import { eventually } from '@strata/testkit/eventually';
import type { ApiClient } from '../fixtures/api-client.ts';
import { forgedKey } from '../fixtures/forged-key.ts';
import { newMember, newOrganization } from '../fixtures/members.ts';
import { newTenant } from '../fixtures/new-tenant.ts';
import { RawClient } from '../fixtures/raw-client.ts';
import { createResources } from '../fixtures/resources.ts';
import { createScopeFixture, type ScopeFixture } from '../fixtures/scope-fixture.ts';
import { signedLike } from './signed-like.ts';

const KEY_SCOPES = [['read'], ['write'], ['admin'], ['read', 'write']];
const EXPIRES_IN_MS = 1_500;

/** Two tenants with data in both environments, and the credentials for attacks. */
export interface AccessFixture {
  readonly base: string;
  readonly client: RawClient;
  readonly ours: ScopeFixture;
  readonly oursInTest: ScopeFixture;
  readonly theirs: ScopeFixture;
  readonly theirsInTest: ScopeFixture;
  /** A user of our tenant who is in no organization of `ours`. */
  readonly outsider: ApiClient;
  /** Our API keys, by their key scopes. */
  readonly keys: readonly { readonly scopes: readonly string[]; readonly key: string }[];
  /** Credentials that must be rejected. Undefined: no credential. */
  readonly invalid: readonly (readonly [title: string, credential: string | undefined])[];
  close(): void;
}

/** `signingKey` is the private key, in PEM, with which the system signs tokens. */
export async function createAccessFixture(
  base: string,
  signingKey: string,
  otherSigningKey: string,
): Promise<AccessFixture> {
  const [us, them] = [await newTenant(base), await newTenant(base)];
  const expiring = await newKey(us.user, { expiresAt: new Date(Date.now() + EXPIRES_IN_MS).toISOString() });
  const [ours, oursInTest] = [await createScopeFixture(us, 'live'), await createScopeFixture(us, 'test')];
  const [theirs, theirsInTest] = [await createScopeFixture(them, 'live'), await createScopeFixture(them, 'test')];
  const scopes = { ours, oursInTest, theirs, theirsInTest };
  for (const scope of Object.values(scopes)) await createResources(scope);
  const { user: outsider } = await newMember(us.user, await newOrganization(us.user), 'owner');
  const keys = await Promise.all(
    KEY_SCOPES.map(async (keyScopes) => ({ scopes: keyScopes, key: await newKey(us.user, { scopes: keyScopes }) })),
  );
  const [key = ''] = keys.map((each) => each.key);
  const token = us.user.credential ?? '';
  const invalid = [
    ['no credential', undefined],
    ['another text', 'let-me-in'],
    ['half a token', 'eyJhbGciOiJub25lIn0.e30'],
    ['a key that was never created', newApiKey('live').key],
    ['a mistyped key', mistyped(key)],
    ['a key with a guessed secret', forgedKey(key)],
    ['an expired key', expiring],
    ['a revoked key', await revokedKey(us.user)],
    ['an expired token', signedLike(token, signingKey, { expiresInSeconds: -60 })],
    ['a token with another signature', signedLike(token, otherSigningKey, { expiresInSeconds: 60 })],
  ] as const;
  await eventually(async () => (await us.user.as(expiring).get('/v1/usage-metrics')).status === 401);
  const client = new RawClient(base);
  return { base, client, ...scopes, outsider, keys, invalid, close: () => client.close() };
}

async function newKey(user: ApiClient, fields: object): Promise<string> {
  return (await user.call(createApiKey, { body: { name: 'Key', scopes: ['admin'], ...fields } })).key;
}

async function revokedKey(user: ApiClient): Promise<string> {
  const { id, key } = await user.call(createApiKey, { body: { name: 'Key', scopes: ['admin'] } });
  await user.call(revokeApiKey, { params: { id } });
  return key;
}

const mistyped = (key: string): string => `${key.slice(0, -1)}${key.endsWith('a') ? 'b' : 'a'}`;
