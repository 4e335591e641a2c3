import { createApiKey, revokeApiKey } from '@strata/contracts/operations/accounts';
import { newApiKey } from '@strata/gateway/api-keys/key-format';
import { eventually } from '@strata/testkit/eventually';
import type { ApiClient } from '../fixtures/api-client.ts';
import { newOrganization, newMember } from '../fixtures/members.ts';
import { forgedKey } from '../fixtures/forged-key.ts';
import { RawClient, type RawResponse } from '../fixtures/raw-client.ts';
import { createResources } from '../fixtures/resources.ts';
import { newTenant, type RunningSystem } from '../fixtures/new-tenant.ts';
import { signedLike } from './signed-like.ts';
import { createScopeFixture, type ScopeFixture } from '../fixtures/scope-fixture.ts';

const SCOPES = [['read'], ['write'], ['admin'], ['read', 'write']];
const EXPIRES_IN_MS = 1_500;

/** Two tenants with both their partitions, and everything that one might hold against the other. */
export interface AccessFixture {
  readonly base: string;
  readonly client: RawClient;
  readonly ours: ScopeFixture;
  readonly oursInTest: ScopeFixture;
  readonly theirs: ScopeFixture;
  readonly theirsInTest: ScopeFixture;
  /** Somebody of our tenant who is in none of our organizations but one of their own. */
  readonly outsider: ApiClient;
  /** Our keys by their scopes. */
  readonly keys: readonly { readonly scopes: readonly string[]; readonly key: string }[];
  /** Credentials that let nobody in; undefined: none at all. */
  readonly invalid: readonly (readonly [title: string, credential: string | undefined])[];
  close(): Promise<void>;
}

/** @param signingKey the private key, in PEM, by which the system signs tokens */
export async function createAccessFixture(
  system: RunningSystem,
  signingKey: string,
  otherSigningKey: string,
): Promise<AccessFixture> {
  const [us, them] = [await newTenant(system.base), await newTenant(system.base)];
  const expiring = await newKey(us.user, { expiresAt: new Date(Date.now() + EXPIRES_IN_MS).toISOString() });
  const [ours, oursInTest] = [await createScopeFixture(us, 'live'), await createScopeFixture(us, 'test')];
  const [theirs, theirsInTest] = [await createScopeFixture(them, 'live'), await createScopeFixture(them, 'test')];
  const worlds = { ours, oursInTest, theirs, theirsInTest };
  for (const world of Object.values(worlds)) await createResources(world);
  const { user: colleague } = await newMember(us.user, await newOrganization(us.user), 'owner');
  const keys = await Promise.all(SCOPES.map(async (scopes) => ({ scopes, key: await newKey(us.user, { scopes }) })));
  const invalid = [
    ['none', undefined],
    ['something else', 'let-me-in'],
    ['half a token', 'eyJhbGciOiJub25lIn0.e30'],
    ['a key that was never made', newApiKey('live').key],
    ['a mistyped key', mistyped(keys[0]?.key ?? '')],
    ['a key with a guessed secret', forgedKey(keys[0]?.key ?? '')],
    ['an expired key', expiring],
    ['a revoked key', await revokedKey(us.user)],
    ['an expired token', signedLike(us.user.credential ?? '', signingKey, { expiresInSeconds: -60 })],
    [
      'a token signed by somebody else',
      signedLike(us.user.credential ?? '', otherSigningKey, { expiresInSeconds: 60 }),
    ],
  ] as const;
  await eventually(async () => (await us.user.as(expiring).get('/v1/usage-metrics')).status === 401);
  const client = new RawClient(system.base);
  return {
    base: system.base,
    client,
    ...worlds,
    outsider: colleague,
    keys,
    invalid,
    close: async () => {
      client.close();
      await system.close();
    },
  };
}

async function newKey(user: ApiClient, more: object): Promise<string> {
  return (await user.call(createApiKey, { body: { name: 'Key', scopes: ['admin'], ...more } })).key;
}

async function revokedKey(user: ApiClient): Promise<string> {
  const { id, key } = await user.call(createApiKey, { body: { name: 'Key', scopes: ['admin'] } });
  await user.call(revokeApiKey, { params: { id } });
  return key;
}

const mistyped = (key: string): string => `${key.slice(0, -1)}${key.endsWith('a') ? 'b' : 'a'}`;

export const bearer = (credential: string | undefined): [string, string][] =>
  credential === undefined ? [] : [['Authorization', `Bearer ${credential}`]];

/** Headers that differ from one answer to the next, whatever the question. */
const PASSING = new Set(['date', 'x-request-id', 'content-length', 'x-ratelimit-remaining', 'x-ratelimit-reset']);

/** An answer, headers and all, without what tells one request from the next: its id, its time and its duration. */
export const withoutNoise = ({ status, headers, text }: RawResponse) => ({
  status,
  headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !PASSING.has(name))),
  text: text.replace(/"requestId":"[^"]*"/, '"requestId":""').replace(/"durationMs":[\d.]+/, '"durationMs":0'),
});
