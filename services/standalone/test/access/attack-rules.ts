import { describe, expect, test } from '@jest/globals';
import { listApiKeys } from '@strata/contracts/operations/accounts';
import { listEvents } from '@strata/contracts/operations/events';
import { getMemory, listMemories } from '@strata/contracts/operations/memories';
import { OPERATIONS } from '@strata/contracts/operations/table';
import { getUsageMetrics } from '@strata/contracts/operations/usage';
import { expectLabelled } from '@strata/testkit/expect-labelled';
import { pathOf } from '../fixtures/api-client.ts';
import { bearer, withoutNoise, type RawResponse } from '../fixtures/raw-client.ts';
import { paramsOf } from '../fixtures/resources.ts';
import { sampleBody } from '../fixtures/sample-body.ts';
import { callerOf } from '../fixtures/scope-fixture.ts';
import { byName } from '../fixtures/select-operations.ts';
import type { AccessFixture } from './access-fixture.ts';

const guarded = OPERATIONS.filter(({ credential }) => credential !== 'public');

/** Unknown and malformed ids, some of them derived from a known id, with the status of the response. */
const HOSTILE_IDS: [title: string, make: (id: string) => string, status: 400 | 404][] = [
  ['a NUL at its end', (id) => `${id}%00`, 400],
  ['a space at its end', (id) => `${id}%20`, 404],
  ['a line end at its end', (id) => `${id}%0d%0aX-Injected:%20yes`, 404],
  ['other case', (id) => id.toUpperCase(), 404],
  ['wide characters', (id) => encodeURIComponent(id.replace('_', '＿')), 404],
  ['a wildcard', () => '%25', 404],
  ['SQL', (id) => encodeURIComponent(`${id}' or '1'='1`), 404],
  ['the name of a property of every object', () => '__proto__', 404],
  ['a parent directory', () => '..%2f..%2fapi-keys', 404],
  ['a dot', () => '%2e', 404],
  ['two dots', () => '%2e%2e', 404],
  ['broken encoding', () => '%E0%A4%A', 400],
  ['bytes that are not UTF-8', () => '%c0%af', 400],
  ['half a surrogate pair', () => '%ed%a0%80', 400],
  ['5,000 characters', (id) => id.padEnd(5_000, 'a'), 400],
];

/** Attacks on authentication, authorization and routing fail. */
export function attackRules(fixture: () => AccessFixture, logged: () => string): void {
  const send = (path: string, headers: [string, string][], method = 'GET') =>
    fixture().client.send({ method, path, headers });

  test.each(['X-Tenant-Id', 'X-Strata-Tenant', 'Strata-Tenant-Id', 'X-User-Id', 'X-Forwarded-User', 'X-Environment'])(
    'the header %s gives no access to another tenant scope',
    async (header) => {
      const { ours, theirs } = fixture();
      for (const { path } of [listEvents, listMemories, getUsageMetrics]) {
        const plain = await send(path, bearer(theirs.api.credential));
        expect(plain.status).toBe(200);
        for (const value of [ours.tenant.tenantId, ours.tenant.userId, 'test']) {
          const smuggled = await send(path, [...bearer(theirs.api.credential), [header, value]]);
          expect(dataSeen(smuggled)).toEqual(dataSeen(plain));
        }
      }
    },
  );

  test.each(['X-HTTP-Method-Override', 'X-HTTP-Method', 'X-Method-Override'])(
    'the header %s does not turn a read into a deletion',
    async (header) => {
      const { ours } = fixture();
      const path = pathOf(getMemory, { params: paramsOf(ours, getMemory.path) });
      const before = await send(path, [...bearer(ours.api.credential), [header, 'DELETE']]);
      expect(before.status).toBe(200);
      expect(withoutNoise(await send(path, bearer(ours.api.credential)))).toEqual(withoutNoise(before));
    },
  );

  test.each(['X-Original-URL', 'X-Rewrite-URL', 'X-Forwarded-Path'])(
    'the header %s does not change the path',
    async (header) => {
      const { theirs } = fixture();
      const plain = await send(getUsageMetrics.path, bearer(theirs.api.credential));
      expect(plain.status).toBe(200);
      const moved = await send(getUsageMetrics.path, [...bearer(theirs.api.credential), [header, listEvents.path]]);
      expect(dataSeen(moved)).toEqual(dataSeen(plain));
    },
  );

  test('two Authorization headers are rejected in either order', async () => {
    const { ours, theirs } = fixture();
    const [mine, yours] = [bearer(theirs.api.credential), bearer(ours.api.credential)];
    for (const headers of [
      [...mine, ...yours],
      [...yours, ...mine],
      [...mine, ...mine],
    ])
      expect((await send(listEvents.path, headers)).status).toBe(401);
    const joined = `Bearer ${theirs.api.credential ?? ''}, Bearer ${ours.api.credential ?? ''}`;
    expect((await send(listEvents.path, [['Authorization', joined]])).status).toBe(401);
  });

  test('only the scheme Bearer is accepted, in any case and with any number of spaces', async () => {
    const key = fixture().ours.api.credential ?? '';
    const status = async (value: string) => (await send(listEvents.path, [['Authorization', value]])).status;
    for (const value of [`Bearer ${key}`, `bearer ${key}`, `BEARER ${key}`, `Bearer   ${key}`, `  Bearer ${key}  `])
      expectLabelled(value.replace(key, '…'), await status(value)).toBe(200);
    const rejected = [
      ...[key, `Bearer`, `Bearer `, `Bearer${key}`, `Bearer\t${key}`, `Bearer ${key} ${key}`, `Bearer "${key}"`],
      ...[`Bearer ${key},`, `Bearer=${key}`, `Token ${key}`, `Basic ${Buffer.from(`${key}:`).toString('base64')}`],
      ...[`Basic ${Buffer.from(`:${key}`).toString('base64')}`, `Bearer ${key.toLowerCase()}`, `Bearer ${key}=`],
    ];
    for (const value of rejected) expectLabelled(value.replace(key, '…'), await status(value)).toBe(401);
  });

  test.each(['access_token', 'token', 'api_key', 'apiKey', 'key', 'authorization', 'Authorization'])(
    'a credential in the query as %s is rejected, and is not in the response',
    async (name) => {
      const { ours } = fixture();
      for (const credential of [ours.api.credential ?? '', ours.tenant.user.credential ?? '']) {
        const path = `${listEvents.path}?${name}=${encodeURIComponent(credential)}`;
        const onlyInQuery = await send(path, []);
        expect(onlyInQuery.status).toBe(401);
        const inBoth = await send(path, bearer(ours.api.credential));
        expect(inBoth).toMatchObject({ status: 400, text: expect.stringContaining(name) as unknown });
        for (const { text } of [onlyInQuery, inBoth]) expect(text).not.toContain(credential);
      }
    },
  );

  test.each(['X-API-Key', 'Api-Key', 'X-Auth-Token', 'Proxy-Authorization', 'Cookie'])(
    'a credential in the header %s is rejected',
    async (header) => {
      const key = fixture().ours.api.credential ?? '';
      for (const value of [key, `Bearer ${key}`, `token=${key}`])
        expect((await send(listEvents.path, [[header, value]])).status).toBe(401);
    },
  );

  describe.each(byName(guarded.filter(({ path }) => path.includes('{'))))('%s', (_name, operation) => {
    test.each(HOSTILE_IDS)('finds nothing by an id with %s', async (_title, make, status) => {
      const { client, ours } = fixture();
      const params = paramsOf(ours, operation.path);
      for (const name of Object.keys(params)) {
        const path = pathOf(operation, { params: { ...params, [name]: 'HOSTILE' } });
        const body = sampleBody(operation, ours);
        const response = await client.send({
          method: operation.method,
          path: path.replace('HOSTILE', make(params[name] ?? '')),
          ...(body === undefined ? {} : { body }),
          headers: bearer(callerOf(ours, operation).credential),
        });
        expectLabelled(name, response.status).toBe(status);
        expect(response.headers).not.toHaveProperty('x-injected');
        expect(response.text).not.toContain(ours.marker);
      }
    });
  });

  test.each(byName(guarded.filter(({ method }) => method === 'GET')))(
    '%s responds to HEAD as to GET, without the body',
    async (_name, operation) => {
      const { ours, theirs } = fixture();
      const path = pathOf(operation, { params: paramsOf(ours, operation.path) });
      for (const caller of [callerOf(ours, operation), callerOf(theirs, operation), undefined]) {
        const get = await send(path, bearer(caller?.credential));
        expect(get.status).toBeLessThan(500);
        const head = await send(path, bearer(caller?.credential), 'HEAD');
        expect({ ...withoutNoise(head) }).toEqual({ ...withoutNoise(get), text: '' });
      }
    },
  );

  test.each(['OPTIONS', 'PUT', 'TRACE', 'PROPFIND'])(
    '%s is allowed nowhere, and its response contains no credential',
    async (method) => {
      const { ours } = fixture();
      for (const { path } of OPERATIONS) {
        const { status, headers, text } = await send(
          path.replaceAll(/\{\w+\}/g, 'any'),
          bearer(ours.api.credential),
          method,
        );
        expectLabelled(path, status).toBe(405);
        expectLabelled(path, headers.allow).toMatch(/GET|POST|PATCH|DELETE/);
        expectLabelled(path, text).not.toContain(ours.api.credential);
        expectLabelled(path, headers).not.toHaveProperty('access-control-allow-origin');
      }
    },
  );

  test.each([
    ['/v1/memories/../api-keys', 404, 404],
    ['/v1/./events', 404, 404],
    ['//v1/events', 404, 404],
    ['/v1//events', 404, 404],
    ['/V1/../v1/events', 404, 404],
    [listApiKeys.path.toUpperCase(), 401, 403],
  ])('the path %s does not lead around authorization', async (path, withoutCredential, byTestKey) => {
    const { oursInTest } = fixture();
    expect((await send(path, [])).status).toBe(withoutCredential);
    expect((await send(path, bearer(oursInTest.api.credential))).status).toBe(byTestKey);
  });

  test('the log contains no credential, no password and no captured data', () => {
    const { ours, oursInTest, theirs, theirsInTest, keys, invalid } = fixture();
    const scopes = [ours, oursInTest, theirs, theirsInTest];
    const secrets = [
      ...scopes.flatMap(({ api, tenant }) => [api.credential, tenant.user.credential, tenant.password]),
      ...keys.map(({ key }) => key),
      ...invalid.map(([, credential]) => credential),
      ...scopes.map(({ marker }) => marker),
    ];
    const text = logged();
    expect(text).toContain(ours.tenant.tenantId);
    expect(secrets.filter((secret) => secret !== undefined && text.includes(secret))).toEqual([]);
  });
}

/** The data in a response, without the count of requests. */
const dataSeen = (response: RawResponse) => {
  const { status, text } = withoutNoise(response);
  return { status, text: text.replace(/"requestsThisMinute":\d+/, '') };
};
