import { expect, test } from '@jest/globals';
import { ApiClient } from './api-client.ts';
import { newTenant, type System } from './system.ts';

const SECRET_PLAN = { type: 'message', sessionId: 's', payload: { role: 'Ada', content: 'Project Heron launches from the old lighthouse.' } };

/** Whose data it is comes from the credential alone. */
export function isolationRules(system: () => System): void {
  test('another tenant and the test partition see nothing, by list, id or question', async () => {
    const owner = await newTenant(system().base);
    const captured = await owner.api.post('/v1/capture', SECRET_PLAN);
    await owner.api.learn();
    const memoryId = String((await owner.api.get('/v1/memories')).body.data.items[0].id);
    const stranger = await newTenant(system().base);
    for (const other of [stranger.api, owner.testApi]) {
      expect((await other.get('/v1/memories')).body.data.items).toEqual([]);
      expect((await other.get('/v1/events')).body.data.items).toEqual([]);
      expect((await other.post('/v1/synthesize', { query: 'Where does Project Heron launch?' })).body.data.sections).toEqual([]);
      expect(await other.get(`/v1/memories/${memoryId}`)).toMatchObject({ status: 404 });
      expect(await other.delete(`/v1/memories/${memoryId}`)).toMatchObject({ status: 404 });
      expect(await other.get(`/v1/events/${String(captured.body.data.eventId)}`)).toMatchObject({ status: 404 });
      expect(await other.get(`/v1/jobs/${String(captured.body.data.jobId)}`)).toMatchObject({ status: 404 });
    }
  });

  test('the same idempotency key in two tenants names two events', async () => {
    const [one, two] = [await newTenant(system().base), await newTenant(system().base)];
    const event = { ...SECRET_PLAN, idempotencyKey: 'shared' };
    const [first, second] = [await one.api.post('/v1/capture', event), await two.api.post('/v1/capture', { ...event, sessionId: 'other' })];
    expect([first.status, second.status]).toEqual([202, 202]);
    expect(first.body.data.eventId).not.toBe(second.body.data.eventId);
  });

  test('no credential, a broken one and a mistyped key are all unauthorized', async () => {
    const { api, token } = await newTenant(system().base);
    const anyone = new ApiClient(system().base);
    const key = String((await anyone.as(token).post('/v1/api-keys', { name: 'k', scopes: ['read'] })).body.data.key);
    for (const credential of [undefined, 'nonsense', `${key}x`, `${key.slice(0, -1)}${key.endsWith('a') ? 'b' : 'a'}`, `${token}x`])
      expect(await api.as(credential).get('/v1/memories')).toMatchObject({ status: 401, body: { error: { code: 'unauthorized' } } });
  });

  test('a key does what its scopes say, and nothing where a token is needed', async () => {
    const { token } = await newTenant(system().base);
    const user = new ApiClient(system().base, token);
    const made = await user.post('/v1/api-keys', { name: 'reader', scopes: ['read'] });
    const reader = user.as(String(made.body.data.key));
    expect((await reader.get('/v1/memories')).status).toBe(200);
    expect(await reader.post('/v1/capture', SECRET_PLAN)).toMatchObject({ status: 403, body: { error: { code: 'forbidden' } } });
    expect(await reader.get('/v1/api-keys')).toMatchObject({ status: 403 });
    expect(await user.delete(`/v1/api-keys/${String(made.body.data.id)}`)).toMatchObject({ status: 200 });
    expect(await reader.get('/v1/memories')).toMatchObject({ status: 401 });
  });

  test('a sane request id is kept, another one replaced', async () => {
    const { api } = await newTenant(system().base);
    const answer = await fetch(`${system().base}/v1/health`, { headers: { 'X-Request-Id': 'trace-42.a' } });
    expect(answer.headers.get('x-request-id')).toBe('trace-42.a');
    const replaced = await fetch(`${system().base}/v1/health`, { headers: { 'X-Request-Id': 'no spaces please' } });
    expect(replaced.headers.get('x-request-id')).toMatch(/^req_/);
    const listed = await api.get('/v1/memories');
    expect(listed.body.meta.requestId).toBe(listed.headers['x-request-id']);
  });
}
