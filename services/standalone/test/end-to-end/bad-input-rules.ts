import { beforeAll, expect, test } from '@jest/globals';
import { captureBatch } from '@strata/contracts/operations/capture';
import { getJob } from '@strata/contracts/operations/learn';
import { eventually } from '@strata/testkit/eventually';
import { z } from 'zod';
import type { ApiClient } from '../fixtures/api-client.ts';
import { newTenant } from '../fixtures/new-tenant.ts';

const rejection = z.object({
  error: z.object({ message: z.string(), details: z.array(z.object({ field: z.string() })) }),
});

const EVENT = { type: 'message', sessionId: 's', payload: { role: 'user', content: 'hello there' } };
const nested = (depth: number): string => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
const eventWith = (payload: string): string => `{"type":"message","sessionId":"s","payload":${payload}}`;

/** A body, the status of its rejection, and the field that the error must name. */
const BAD_CAPTURES: [title: string, body: unknown, status: number, field: string | undefined][] = [
  ['malformed JSON', '{"type":', 422, 'body'],
  ['JSON that is not an object', '[]', 422, undefined],
  ['a missing type', { sessionId: 's', payload: {} }, 422, 'type'],
  ['an unknown type', { ...EVENT, type: 'dream' }, 422, 'type'],
  ['a number for a session', { ...EVENT, sessionId: 7 }, 422, 'sessionId'],
  ['an empty session', { ...EVENT, sessionId: '' }, 422, 'sessionId'],
  ['a text for a payload', { ...EVENT, payload: 'hello' }, 422, 'payload'],
  ['a list for a payload', { ...EVENT, payload: [] }, 422, 'payload'],
  ['deep nesting', eventWith(nested(100)), 422, 'payload'],
  ['very deep nesting', eventWith(nested(100_000)), 422, 'body'],
  ['a NUL in a string', eventWith('{"content":"a\\u0000b"}'), 422, 'payload'],
  ['a lone surrogate', eventWith('{"content":"a\\ud800b"}'), 422, 'payload'],
  ['a lone surrogate in a key', eventWith('{"\\udc00":1}'), 422, 'payload'],
  ['a __proto__ key', eventWith('{"__proto__":{"admin":true}}'), 422, 'payload'],
  ['a __proto__ key at the top', '{"__proto__":{},"type":"message","sessionId":"s","payload":{}}', 422, undefined],
  ['an invalid date', { ...EVENT, metadata: { occurredAt: 'yesterday' } }, 422, 'metadata.occurredAt'],
  ['a tag that is a number', { ...EVENT, metadata: { tags: [1] } }, 422, 'metadata.tags'],
  ['a key that is too long', { ...EVENT, idempotencyKey: 'k'.repeat(256) }, 422, 'idempotencyKey'],
  ['an unknown field', { ...EVENT, surprise: true }, 422, 'surprise'],
  ['an event of 300 KiB', { ...EVENT, payload: { content: 'x'.repeat(300 * 1024) } }, 413, undefined],
];

const BAD_CALLS: [title: string, method: 'get' | 'post', path: string, body: unknown, status: number, field: string][] =
  [
    ['events missing', 'post', '/v1/capture/batch', {}, 422, 'events'],
    ['events not a list', 'post', '/v1/capture/batch', { events: {} }, 422, 'events'],
    ['1,001 events', 'post', '/v1/capture/batch', { events: Array.from({ length: 1001 }, () => EVENT) }, 422, 'events'],
    ['a budget of zero', 'post', '/v1/synthesize', { maxTokens: 0 }, 400, 'maxTokens'],
    ['a budget that is a text', 'post', '/v1/synthesize', { maxTokens: 'many' }, 400, 'maxTokens'],
    ['a query with a NUL', 'post', '/v1/synthesize', '{"query":"a\\u0000"}', 400, 'query'],
    [
      'an unknown artifact type to learn',
      'post',
      '/v1/learn',
      { options: { artifactType: 'poem' } },
      400,
      'options.artifactType',
    ],
    ['a limit of 101', 'get', '/v1/artifacts?limit=101', undefined, 400, 'limit'],
    ['a limit that is a word', 'get', '/v1/memories?limit=all', undefined, 400, 'limit'],
    ['a damaged cursor', 'get', '/v1/events?cursor=abc', undefined, 400, 'cursor'],
    ['a negative offset', 'get', '/v1/artifacts?offset=-1', undefined, 400, 'offset'],
  ];

/** Invalid input is rejected with an error that names the field. */
export function badInputRules(base: () => string): void {
  // One tenant for all: nothing of a rejected request is stored.
  let api: ApiClient;
  beforeAll(async () => {
    ({ api } = await newTenant(base()));
  });

  test.each(BAD_CAPTURES)('capture rejects %s', async (_title, body, status, field) => {
    const reply = await api.post('/v1/capture', body);
    expect(reply).toMatchObject({
      status,
      body: { ok: false, error: { code: status === 413 ? 'payload_too_large' : 'validation_error' } },
    });
    if (field !== undefined) {
      const { message, details } = rejection.parse(reply.body).error;
      expect(details.some((detail) => detail.field === field || detail.field.startsWith(`${field}.`))).toBe(true);
      expect(message).toContain(field);
    }
    expect((await api.get('/v1/memories')).status).toBe(200);
  });

  test.each(BAD_CALLS)('%s is rejected by name', async (_title, method, path, body, status, field) => {
    const reply = method === 'get' ? await api.get(path) : await api.post(path, body);
    expect(reply).toMatchObject({
      status,
      body: { ok: false, error: { code: 'validation_error', details: [{ field }] } },
    });
  });

  test('in a batch only the invalid events are rejected, by position and field', async () => {
    const large = { ...EVENT, payload: { content: 'x'.repeat(300 * 1024) } };
    const events = [EVENT, { ...EVENT, type: 'dream' }, null, large, EVENT];
    const batch = await api.call(captureBatch, { body: { events } });
    expect(batch).toMatchObject({
      queued: 2,
      errors: 3,
      total: 5,
      errorDetails: [
        { index: 1, code: 'validation_error', details: [{ field: 'type' }] },
        { index: 2, code: 'validation_error' },
        { index: 3, code: 'payload_too_large' },
      ],
    });
    expect(batch.eventIds.map((id) => id !== null)).toEqual([true, false, false, false, true]);
  });

  test('a batch without a valid event is accepted, and its job is completed', async () => {
    const batch = await api.call(captureBatch, { body: { events: [{ ...EVENT, type: 'dream' }] } });
    expect(batch).toMatchObject({ queued: 0, errors: 1 });
    await eventually(async () => (await api.call(getJob, { params: { id: batch.batchId } })).status === 'completed');
  });

  test('a request over 16 MiB is rejected before it is read to its end', async () => {
    const reply = await api.post('/v1/capture/batch', `{"events":["${'x'.repeat(17 * 1024 * 1024)}"]}`);
    expect(reply).toMatchObject({ status: 413, body: { error: { code: 'payload_too_large' } } });
  });
}
