import { expect, test } from '@jest/globals';
import { captureEvent } from '@strata/contracts/operations/capture';
import { ApiClient } from '../fixtures/api-client.ts';
import { newTenant } from '../fixtures/new-tenant.ts';

const SECRET_PLAN = {
  type: 'message',
  sessionId: 's',
  payload: { role: 'Ada', content: 'Project Heron launches from the old lighthouse.' },
};

/** Requests of different callers do not affect each other. access.test.ts covers access to data. */
export function isolationRules(base: () => string): void {
  test('the same idempotency key in two tenants identifies two events', async () => {
    const [one, two] = [await newTenant(base()), await newTenant(base())];
    const event = { ...SECRET_PLAN, idempotencyKey: 'shared' };
    const first = await one.api.call(captureEvent, { body: event });
    const second = await two.api.call(captureEvent, { body: { ...event, sessionId: 'other' } });
    expect(first.eventId).not.toBe(second.eventId);
  });

  test('a valid request id is kept, an invalid one is replaced, and the envelope has it', async () => {
    const health = `${base()}/v1/health`;
    const kept = await fetch(health, { headers: { 'X-Request-Id': 'trace-42.a' } });
    expect(kept.headers.get('x-request-id')).toBe('trace-42.a');
    expect(await kept.json()).toMatchObject({ meta: { requestId: 'trace-42.a' } });
    const replaced = await fetch(health, { headers: { 'X-Request-Id': 'no spaces please' } });
    expect(replaced.headers.get('x-request-id')).toMatch(/^req_/);
    expect(await new ApiClient(base()).get('/v1/memories')).toMatchObject({ status: 401, body: { meta: {} } });
  });
}
