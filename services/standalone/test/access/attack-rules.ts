import { describe, expect, test } from '@jest/globals';
import type { Operation } from '@strata/contracts/operation';
import { listApiKeys } from '@strata/contracts/operations/accounts';
import { listEvents } from '@strata/contracts/operations/events';
import { getMemory, listMemories } from '@strata/contracts/operations/memories';
import { OPERATIONS } from '@strata/contracts/operations/table';
import { getUsageMetrics } from '@strata/contracts/operations/usage';
import { pathOf } from '../fixtures/api-client.ts';
import { paramsOf } from '../fixtures/resources.ts';
import { sampleBody } from '../fixtures/sample-body.ts';
import { bearer, withoutNoise, type AccessFixture } from './access-fixture.ts';
import { callerOf } from '../fixtures/scope-fixture.ts';

const guarded = OPERATIONS.filter(({ credential }) => credential !== 'public');
const named = (operations: readonly Operation[]) => operations.map((operation) => [operation.name, operation] as const);

/** Ways to ask for something by an id that is not its id. */
const HOSTILE_IDS: [title: string, make: (id: string) => string][] = [
  ['a NUL behind it', (id) => `${id}%00`],
  ['a space behind it', (id) => `${id}%20`],
  ['a line end behind it', (id) => `${id}%0d%0aX-Injected:%20yes`],
  ['other case', (id) => id.toUpperCase()],
  ['wide characters', (id) => encodeURIComponent(id.replace('_', '＿'))],
  ['a wildcard', () => '%25'],
  ['SQL', (id) => encodeURIComponent(`${id}' or '1'='1`)],
  ['a name of every object', () => '__proto__'],
  ['the way up', () => '..%2f..%2fapi-keys'],
  ['a dot', () => '%2e'],
  ['two dots', () => '%2e%2e'],
  ['broken encoding', () => '%E0%A4%A'],
  ['bytes that are no UTF-8', () => '%c0%af'],
  ['half a surrogate pair', () => '%ed%a0%80'],
  ['5,000 characters', (id) => id.padEnd(5_000, 'a')],
];

/** What somebody tries who has read more than the documentation. */
export function attackRules(stage: () => AccessFixture, logged: () => string): void {
  const ask = (path: string, headers: [string, string][], method = 'GET') =>
    stage().client.send({ method, path, headers });

  test.each(['X-Tenant-Id', 'X-Strata-Tenant', 'Strata-Tenant-Id', 'X-User-Id', 'X-Forwarded-User', 'X-Environment'])(
    'the header %s moves nobody to another tenant or partition',
    async (header) => {
      const { ours, theirs } = stage();
      for (const { path } of [listEvents, listMemories, getUsageMetrics]) {
        const asked = await ask(path, bearer(theirs.api.credential));
        for (const value of [ours.tenant.tenantId, ours.tenant.userId, 'test']) {
          const smuggled = await ask(path, [...bearer(theirs.api.credential), [header, value]]);
          expect(seenBy(smuggled)).toEqual(seenBy(asked));
        }
      }
    },
  );

  test.each(['X-HTTP-Method-Override', 'X-HTTP-Method', 'X-Method-Override'])(
    'the header %s makes no reading a deletion',
    async (header) => {
      const { ours } = stage();
      const path = pathOf(getMemory, { params: paramsOf(ours, getMemory.path) });
      const before = await ask(path, [...bearer(ours.api.credential), [header, 'DELETE']]);
      expect(before.status).toBe(200);
      expect(withoutNoise(await ask(path, bearer(ours.api.credential)))).toEqual(withoutNoise(before));
    },
  );

  test.each(['X-Original-URL', 'X-Rewrite-URL', 'X-Forwarded-Path'])(
    'the header %s asks for nothing',
    async (header) => {
      const { theirs } = stage();
      const asked = await ask(getUsageMetrics.path, bearer(theirs.api.credential));
      const moved = await ask(getUsageMetrics.path, [...bearer(theirs.api.credential), [header, listEvents.path]]);
      expect(seenBy(moved)).toEqual(seenBy(asked));
    },
  );

  test('two Authorization headers let nobody in, whichever comes first', async () => {
    const { ours, theirs } = stage();
    const [mine, yours] = [bearer(theirs.api.credential), bearer(ours.api.credential)];
    for (const headers of [
      [...mine, ...yours],
      [...yours, ...mine],
      [...mine, ...mine],
    ])
      expect((await ask(listEvents.path, headers)).status).toBe(401);
    const joined = `Bearer ${theirs.api.credential ?? ''}, Bearer ${ours.api.credential ?? ''}`;
    expect((await ask(listEvents.path, [['Authorization', joined]])).status).toBe(401);
  });

  test('the scheme is Bearer in any case with spaces behind it, and nothing else', async () => {
    const key = stage().ours.api.credential ?? '';
    const status = async (value: string) => (await ask(listEvents.path, [['Authorization', value]])).status;
    for (const value of [`Bearer ${key}`, `bearer ${key}`, `BEARER ${key}`, `Bearer   ${key}`, `  Bearer ${key}  `])
      expect([value.replace(key, '…'), await status(value)]).toEqual([value.replace(key, '…'), 200]);
    const refused = [
      ...[key, `Bearer`, `Bearer `, `Bearer${key}`, `Bearer\t${key}`, `Bearer ${key} ${key}`, `Bearer "${key}"`],
      ...[`Bearer ${key},`, `Bearer=${key}`, `Token ${key}`, `Basic ${Buffer.from(`${key}:`).toString('base64')}`],
      ...[`Basic ${Buffer.from(`:${key}`).toString('base64')}`, `Bearer ${key.toLowerCase()}`, `Bearer ${key}=`],
    ];
    for (const value of refused)
      expect([value.replace(key, '…'), await status(value)]).toEqual([value.replace(key, '…'), 401]);
  });

  test.each(['access_token', 'token', 'api_key', 'apiKey', 'key', 'authorization', 'Authorization'])(
    'a credential in the query as %s lets nobody in, and stays out of the answer',
    async (name) => {
      const { ours } = stage();
      for (const credential of [ours.api.credential ?? '', ours.tenant.user.credential ?? '']) {
        const path = `${listEvents.path}?${name}=${encodeURIComponent(credential)}`;
        const alone = await ask(path, []);
        expect(alone.status).toBe(401);
        const beside = await ask(path, bearer(ours.api.credential));
        expect(beside).toMatchObject({ status: 400, text: expect.stringContaining(name) as unknown });
        for (const { text } of [alone, beside]) expect(text).not.toContain(credential);
      }
    },
  );

  test.each(['X-API-Key', 'Api-Key', 'X-Auth-Token', 'Proxy-Authorization', 'Cookie'])(
    'a credential in the header %s lets nobody in',
    async (header) => {
      const key = stage().ours.api.credential ?? '';
      for (const value of [key, `Bearer ${key}`, `token=${key}`])
        expect((await ask(listEvents.path, [[header, value]])).status).toBe(401);
    },
  );

  describe.each(named(guarded.filter(({ path }) => path.includes('{'))))('%s', (_name, operation) => {
    test.each(HOSTILE_IDS)('finds nothing under an id with %s', async (_title, make) => {
      const { client, ours } = stage();
      const params = paramsOf(ours, operation.path);
      for (const name of Object.keys(params)) {
        const path = pathOf(operation, { params: { ...params, [name]: 'HOSTILE' } });
        const body = sampleBody(operation, ours);
        const reply = await client.send({
          method: operation.method,
          path: path.replace('HOSTILE', make(params[name] ?? '')),
          ...(body === undefined ? {} : { body }),
          headers: bearer(callerOf(ours, operation).credential),
        });
        expect([400, 404]).toContain(reply.status);
        expect(reply.headers).not.toHaveProperty('x-injected');
        expect(reply.text).not.toContain(ours.marker);
      }
    });
  });

  test.each(named(guarded.filter(({ method }) => method === 'GET')))(
    '%s answers HEAD to whom it answers GET, without the body',
    async (_name, operation) => {
      const { ours, theirs } = stage();
      const path = pathOf(operation, { params: paramsOf(ours, operation.path) });
      for (const as of [callerOf(ours, operation), callerOf(theirs, operation), undefined]) {
        const get = await ask(path, bearer(as?.credential));
        expect({ ...withoutNoise(await ask(path, bearer(as?.credential), 'HEAD')) }).toEqual({
          ...withoutNoise(get),
          text: '',
        });
      }
    },
  );

  test.each(['OPTIONS', 'PUT', 'TRACE', 'PROPFIND'])(
    '%s does nothing anywhere, and shows nobody’s credential',
    async (method) => {
      const { ours } = stage();
      for (const { path } of OPERATIONS) {
        const reply = await ask(path.replaceAll(/\{\w+\}/g, 'any'), bearer(ours.api.credential), method);
        expect([path, reply.status, reply.headers.allow]).toEqual([
          path,
          405,
          expect.stringMatching(/GET|POST|PATCH|DELETE/),
        ]);
        expect(reply.text).not.toContain(ours.api.credential);
        expect(reply.headers).not.toHaveProperty('access-control-allow-origin');
      }
    },
  );

  test('a path that goes up and down again is no way around the door', async () => {
    const { oursInTest } = stage();
    for (const path of ['/v1/memories/../api-keys', '/v1/./events', '//v1/events', '/v1//events', '/V1/../v1/events'])
      expect([401, 404]).toContain((await ask(path, [])).status);
    const sideways = await ask('/v1/memories/../api-keys', bearer(oursInTest.api.credential));
    expect([403, 404]).toContain(sideways.status);
    expect((await ask(listApiKeys.path.toUpperCase(), bearer(oursInTest.api.credential))).status).not.toBe(200);
  });

  test('the log holds no credential, no password and nothing that was captured', () => {
    const { ours, oursInTest, theirs, theirsInTest, keys, invalid } = stage();
    const worlds = [ours, oursInTest, theirs, theirsInTest];
    const secrets = [
      ...worlds.flatMap(({ api, tenant }) => [api.credential, tenant.user.credential, tenant.password]),
      ...keys.map(({ key }) => key),
      ...invalid.map(([, credential]) => credential),
      ...worlds.map(({ marker }) => marker),
    ];
    const text = logged();
    expect(text).toContain(ours.tenant.tenantId);
    expect(secrets.filter((secret) => secret !== undefined && text.includes(secret))).toEqual([]);
  });
}

/** What an answer shows, whenever it was given: usage counts requests as they come. */
const seenBy = (reply: Parameters<typeof withoutNoise>[0]) => {
  const { status, text } = withoutNoise(reply);
  return { status, text: text.replace(/"requestsThisMinute":\d+/, '') };
};
