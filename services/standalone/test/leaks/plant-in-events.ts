import { registerAccount } from '@strata/contracts/operations/accounts';
import { newApiKey, readApiKey } from '@strata/gateway/api-keys/key-format';
import { eventually } from '@strata/testkit/eventually';
import { forgedKey } from '../fixtures/forged-key.ts';
import { messageEvent } from '../fixtures/organization-fixture.ts';
import { expectStatus, type LeakFixture } from './leak-fixture.ts';
import type { RequestOptions } from './recording-client.ts';
import { EVERY_KIND, type Secrets } from './secrets.ts';

const TOO_LARGE = 256 * 1024;

/** An event with a credential in every field. */
export function eventWithSecrets(secrets: Secrets, where: string, canary: string): Record<string, unknown> {
  const token = (place: string): string => secrets.credential(`${place} of ${where}`, 'github');
  const inJson = JSON.stringify({
    env: JSON.stringify({ note: secrets.credential(`JSON in JSON of ${where}`, 'slack') }),
  });
  return {
    type: 'message',
    sessionId: `night ${token('the session')}`,
    payload: {
      role: 'Maya',
      content: `We decided in the ${canary} to deploy with ${token('the content')} each morning.`,
      said: EVERY_KIND.map((kind) => secrets.credential(`a text of ${where}`, kind)),
      [token('a key')]: { [`nested ${token('a nested key')}`]: [[token('a nested value')]] },
      arguments: inJson,
    },
    metadata: { tags: [token('a tag')], agentId: token('the agent'), other: { note: token('metadata') } },
    idempotencyKey: token('the idempotency key'),
  };
}

/** Captures events in every way, accepted or rejected. */
export async function plantInEvents(fixture: LeakFixture): Promise<void> {
  const { client, secrets, organization, stranger, session, canary } = fixture;
  const { credential: as = '' } = organization.tenant.api;
  const token = (where: string): string => secrets.credential(where, 'github');
  const sends = async (
    title: string,
    status: number,
    options: RequestOptions,
    request = 'POST /v1/capture',
  ): Promise<void> => {
    expectStatus(await client.send(request, { as, ...options }), status, title);
  };

  const event = eventWithSecrets(secrets, 'an event', canary);
  await sends('an event', 202, { body: event });
  await sends('a repeated event', 202, { body: event });
  await sends('another event with its key', 409, {
    body: { ...event, payload: { note: token('a conflicting event') } },
  });
  const key = organization.tenant.testApi.credential ?? '';
  await sends('an event with an API key in it', 202, { body: messageEvent(`The key is ${key}, keep it.`) });
  secrets.keep('an API key in an event', key.slice(key.lastIndexOf('_') + 1));

  const invalid = {
    'the type': () => ({ type: token('the type of an event') }),
    'a field with the name of a secret': () => ({ [token('an unknown name in an event')]: 1 }),
    'an invalid text, by its name': () => ({ payload: { [token('a name beside a fault')]: '\0' } }),
    'an unknown field': () => ({ secret: token('an unknown field of an event') }),
    'a payload that is a text': () => ({ payload: token('a payload that is a text') }),
    'tags that are a text': () => ({ metadata: { tags: token('tags that are a text') } }),
    'an invalid time': () => ({ metadata: { occurredAt: token('the time of an event') } }),
    'a session that is too long': () => ({ sessionId: token('a session that is too long') + 'x'.repeat(200) }),
  };
  for (const [title, fields] of Object.entries(invalid))
    await sends(title, 422, { body: { ...eventWithSecrets(secrets, `an event with ${title}`, canary), ...fields() } });
  const large = { filler: 'x'.repeat(TOO_LARGE), note: token('an event that is too large') };
  await sends('an event that is too large', 413, { body: { ...event, payload: large } });
  await sends('an event that is cut off', 422, { text: `{"type": "message", "payload": "${token('cut-off event')}` });
  await sends('an event that is not JSON', 422, { text: token('an event that is not JSON') });

  const batch = ['first', 'second'].map((place) => eventWithSecrets(secrets, `the ${place} of a batch`, canary));
  const mixed = [
    ...batch,
    { ...eventWithSecrets(secrets, 'an invalid one of a batch', canary), type: token('a batch') },
  ];
  await sends('a batch', 202, { body: { events: mixed } }, 'POST /v1/capture/batch');
  await sends(
    'a batch that is a text',
    422,
    { body: { events: token('a batch that is a text') } },
    'POST /v1/capture/batch',
  );

  const namespaceId = await organization.namespace('Closed', 'internal');
  await organization.policy({ effect: 'deny', resource: `namespace:${namespaceId}`, priority: 1 });
  await eventually(async () => {
    const denied = eventWithSecrets(secrets, 'an event that a policy denies', canary);
    const body = { ...denied, metadata: { namespaceId, tags: [token('a tag that a policy denies')] } };
    return (await client.send('POST /v1/capture', { as, body })).status === 403;
  });

  await session.query(`insert into gateway.plans (id, monthly_events) values ('one-event', 1)`);
  await session.query(`update gateway.tenants set plan = 'one-event' where id = $1`, [stranger.tenantId]);
  await eventually(async () => {
    const body = eventWithSecrets(secrets, 'an event beyond the quota', canary);
    return (await client.send('POST /v1/capture', { as: stranger.api.credential, body })).status === 429;
  });

  await sends('a token in the path', 404, {}, `GET /v1/events/${token('the path')}`);
  await sends('a token in the query', 400, {}, `GET /v1/events?${token('the name in the query')}=1`);
  await sends('a token as cursor', 400, {}, `GET /v1/events?cursor=${token('the cursor')}`);
  await sends(
    'a token for an organization',
    400,
    { as: organization.tenant.user.credential, headers: { 'X-Organization-ID': token('the organization') } },
    `GET /v1/organizations/${organization.orgId}/agents`,
  );
}

/** Sends invalid credentials, and wrong and right passwords. */
export async function plantInHeaders({ client, secrets, organization }: LeakFixture): Promise<void> {
  const { credential: known = '' } = organization.tenant.api;
  const keys = { 'a key that was never made': newApiKey('live').key, 'a key with a guessed secret': forgedKey(known) };
  for (const [title, key] of Object.entries(keys)) {
    secrets.keep(title, key.slice(`strata_live_${readApiKey(key)?.id ?? ''}_`.length));
    expectStatus(await client.send('GET /v1/events', { as: key }), 401, title);
  }
  for (const kind of ['jwt', 'github'] as const)
    expectStatus(await client.send('GET /v1/events', { as: secrets.credential('the header', kind) }), 401, kind);
  const email = `${organization.orgId}@example.com`;
  const password = secrets.value('a password');
  expectStatus(await client.send(`POST ${registerAccount.path}`, { body: { email, password } }), 201, 'registering');
  const wrong = secrets.value('a wrong password');
  expectStatus(await client.send('POST /v1/auth/login', { body: { email, password: wrong } }), 401, 'a login');
  expectStatus(await client.send('POST /v1/auth/login', { body: { email, password: [wrong] } }), 400, 'no login');
}
