import { expect, test } from '@jest/globals';
import { createApiKey, revokeApiKey } from '@strata/contracts/operations/accounts';
import { captureEvent } from '@strata/contracts/operations/capture';
import { listEvents } from '@strata/contracts/operations/events';
import { listMemories } from '@strata/contracts/operations/memories';
import { synthesize } from '@strata/contracts/operations/synthesize';
import { ApiClient } from './api-client.ts';
import { newTenant, type System } from './system.ts';

const SECRET_PLAN = {
  type: 'message',
  sessionId: 's',
  payload: { role: 'Ada', content: 'Project Heron launches from the old lighthouse.' },
};

/** Whose data it is comes from the credential alone. */
export function isolationRules(system: () => System): void {
  test('another tenant and the test partition see nothing, by list, id or question', async () => {
    const owner = await newTenant(system().base);
    const captured = await owner.api.ask(captureEvent, { body: SECRET_PLAN });
    await owner.api.learn();
    const memoryId = (await owner.api.ask(listMemories)).items[0]?.id ?? '';
    expect(memoryId).not.toBe('');
    const stranger = await newTenant(system().base);
    for (const other of [stranger.api, owner.testApi]) {
      expect((await other.ask(listMemories)).items).toEqual([]);
      expect((await other.ask(listEvents)).items).toEqual([]);
      const question = { query: 'Where does Project Heron launch?' };
      expect((await other.ask(synthesize, { body: question })).sections).toEqual([]);
      expect(await other.get(`/v1/memories/${memoryId}`)).toMatchObject({ status: 404 });
      expect(await other.delete(`/v1/memories/${memoryId}`)).toMatchObject({ status: 404 });
      expect(await other.get(`/v1/events/${captured.eventId}`)).toMatchObject({ status: 404 });
      expect(await other.get(`/v1/jobs/${captured.jobId}`)).toMatchObject({ status: 404 });
    }
  });

  test('the same idempotency key in two tenants names two events', async () => {
    const [one, two] = [await newTenant(system().base), await newTenant(system().base)];
    const event = { ...SECRET_PLAN, idempotencyKey: 'shared' };
    const first = await one.api.ask(captureEvent, { body: event });
    const second = await two.api.ask(captureEvent, { body: { ...event, sessionId: 'other' } });
    expect(first.eventId).not.toBe(second.eventId);
  });

  test('no credential, a broken one and a mistyped key are all unauthorized', async () => {
    const { user } = await newTenant(system().base);
    const { key } = await user.ask(createApiKey, { body: { name: 'k', scopes: ['read'] } });
    const mistyped = `${key.slice(0, -1)}${key.endsWith('a') ? 'b' : 'a'}`;
    for (const credential of [undefined, 'nonsense', `${key}x`, mistyped, 'ey.ey.ey'])
      expect(await user.as(credential).get('/v1/memories')).toMatchObject({
        status: 401,
        body: { error: { code: 'unauthorized' } },
      });
  });

  test('a key does what its scopes say, nothing where a token is needed, and nothing once revoked', async () => {
    const { user } = await newTenant(system().base);
    const { id, key } = await user.ask(createApiKey, { body: { name: 'reader', scopes: ['read'] } });
    const reader = user.as(key);
    expect((await reader.ask(listMemories)).items).toEqual([]);
    for (const refused of [await reader.post('/v1/capture', SECRET_PLAN), await reader.get('/v1/api-keys')])
      expect(refused).toMatchObject({ status: 403, body: { error: { code: 'forbidden' } } });
    await user.ask(revokeApiKey, { params: { id } });
    expect(await reader.get('/v1/memories')).toMatchObject({ status: 401 });
  });

  test('a sane request id is kept, another one replaced, and the envelope shows it', async () => {
    const health = `${system().base}/v1/health`;
    const kept = await fetch(health, { headers: { 'X-Request-Id': 'trace-42.a' } });
    expect(kept.headers.get('x-request-id')).toBe('trace-42.a');
    expect(await kept.json()).toMatchObject({ meta: { requestId: 'trace-42.a' } });
    const replaced = await fetch(health, { headers: { 'X-Request-Id': 'no spaces please' } });
    expect(replaced.headers.get('x-request-id')).toMatch(/^req_/);
    expect(await new ApiClient(system().base).get('/v1/memories')).toMatchObject({ status: 401, body: { meta: {} } });
  });
}
