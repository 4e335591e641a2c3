import { describe, expect, it } from '@jest/globals';
import { AppError } from '@strata/kernel/errors';
import { z } from 'zod';
import { parseInput } from './parse-input.ts';
import { learnRequestSchema } from './operations/learn.ts';
import { createApiKeyRequestSchema } from './schemas/account.ts';
import { eventInputSchema } from './schemas/event.ts';
import { cursorQuery } from './schemas/paging.ts';

const faultOf = (schema: z.ZodType, value: unknown): AppError => {
  try {
    parseInput(schema, value, 'body');
  } catch (error) {
    if (error instanceof AppError) return error;
  }
  throw new Error('expected a validation error');
};

const LIKE_A_SECRET = `ghp_${'x'.repeat(36)}`;
const SHORT_SECRET = `AKIA${'Z7'.repeat(8)}`;
const event = { type: 'message', sessionId: 's', payload: {} };

describe('parseInput', () => {
  it('returns the parsed input', () => {
    expect(parseInput(z.object({ limit: z.coerce.number() }), { limit: '5' }, 'query')).toEqual({ limit: 5 });
  });

  it.each([
    [undefined, 'body', 'is required'],
    [[], 'body', 'must be an object'],
    [{ ...event, sessionId: undefined }, 'sessionId', 'is required'],
    [{ ...event, sessionId: 7 }, 'sessionId', 'must be a string'],
    [{ ...event, sessionId: '' }, 'sessionId', 'must have at least 1 characters'],
    [{ ...event, sessionId: '😀'.repeat(201) }, 'sessionId', 'must have at most 200 characters'],
    [{ ...event, sessionId: 'a\0' }, 'sessionId', /NUL/],
    [{ ...event, type: 'dream' }, 'type', /^must be one of message, tool_call/],
    [{ ...event, payload: [] }, 'payload', 'must be an object'],
    [{ ...event, payload: { a: ['x', '\0'] } }, 'payload.a.1', /NUL/],
    [{ ...event, payload: JSON.parse('{"a":{"b":[1,1e400]}}') as unknown }, 'payload.a.b.1', /too large/],
    [{ ...event, metadata: JSON.parse('{"score":-1e999}') as unknown }, 'metadata.score', /too large/],
    [{ ...event, payload: { a: '\ud800' } }, 'payload.a', /lone surrogate/],
    [{ ...event, metadata: { tags: ['a', 5] } }, 'metadata.tags.1', 'must be a string'],
    [{ ...event, metadata: { occurredAt: 'yesterday' } }, 'metadata.occurredAt', /ISO 8601/],
    [{ ...event, metadata: { occurredAt: '0000-01-01T00:00:00Z' } }, 'metadata.occurredAt', /years/],
    [{ ...event, metadata: { occurredAt: '9999-12-31T23:59:59-10:00' } }, 'metadata.occurredAt', /years/],
    [{ ...event, surprise: 1 }, 'surprise', 'is not a known field'],
    [JSON.parse('{"type":"message","sessionId":"s","payload":{},"__proto__":{}}'), '__proto__', 'is not a known field'],
    [{ ...event, payload: JSON.parse('{"a":{"__proto__":{}}}') as unknown }, 'payload.a', /__proto__/],
    [{ ...event, metadata: JSON.parse('{"__proto__":{}}') as unknown }, 'metadata', /__proto__/],
  ])('names the field at fault: %j', (value, field, message) => {
    const fault = faultOf(eventInputSchema, value);
    expect(fault.code).toBe('validation_error');
    expect(fault.details?.[0]).toEqual({ field, message: expect.stringMatching(message) });
    expect(fault.message.startsWith(`${field} `)).toBe(true);
  });

  it.each([
    [{ ...event, [LIKE_A_SECRET]: 1 }, 'body', 'has a field that is not known'],
    [{ ...event, payload: { [LIKE_A_SECRET]: { a: '\0' } } }, 'payload.….a', /NUL/],
    [{ ...event, [SHORT_SECRET]: 1 }, 'body', 'has a field that is not known'],
  ])('does not repeat what may be a secret in the place of a name: %j', (value, field, message) => {
    const fault = faultOf(eventInputSchema, value);
    expect(fault.details).toEqual([{ field, message: expect.stringMatching(message) }]);
    for (const secret of [LIKE_A_SECRET, SHORT_SECRET]) expect(fault.message).not.toContain(secret);
  });

  it.each<[z.ZodType, object, string, string | undefined]>([
    [eventInputSchema, { ...event, agentId: 'a' }, 'agentId', 'metadata.agentId'],
    [eventInputSchema, { ...event, agent_id: 'a' }, 'agent_id', 'metadata.agentId'],
    [eventInputSchema, { ...event, namespaceID: 'n' }, 'namespaceID', 'metadata.namespaceId'],
    [eventInputSchema, { ...event, tags: [] }, 'tags', 'metadata.tags'],
    [eventInputSchema, { ...event, occured_at: 'now' }, 'occured_at', 'metadata.occurredAt'],
    [eventInputSchema, { ...event, 'idempotency-key': 'k' }, 'idempotency-key', 'idempotencyKey'],
    [eventInputSchema, { ...event, data: {} }, 'data', undefined],
    [learnRequestSchema, { maxEvents: 5 }, 'maxEvents', 'options.maxEvents'],
    [learnRequestSchema, { options: { max_events: 5 } }, 'options.max_events', 'options.maxEvents'],
    [learnRequestSchema, { options: { sessionId: 's' } }, 'options.sessionId', 'sessionId'],
    [learnRequestSchema, { options: { sesionId: 's' } }, 'options.sesionId', 'sessionId'],
    [
      z.object({ items: z.array(z.strictObject({ name: z.string() })) }),
      { items: [{ name: '', nam: 1 }] },
      'items.0.nam',
      'items.0.name',
    ],
    [cursorQuery, { limits: '5' }, 'limits', 'limit'],
  ])('suggests the known field that an unknown one resembles: %#', (schema, value, field, likely) => {
    const message = likely === undefined ? 'is not a known field' : `is not a known field; did you mean ${likely}?`;
    expect(faultOf(schema, value).details).toContainEqual({ field, message });
  });

  it('counts the characters of a text as JSON Schema does, by code points', () => {
    const sessionId = '😀'.repeat(200);
    expect(parseInput(eventInputSchema, { ...event, sessionId }, 'body')).toMatchObject({ sessionId });
  });

  it('reports one fault per field at a time', () => {
    expect(faultOf(eventInputSchema, { ...event, sessionId: '\0'.repeat(201) }).details).toHaveLength(1);
    expect(faultOf(eventInputSchema, { ...event, metadata: [] }).details).toHaveLength(1);
    expect(faultOf(createApiKeyRequestSchema, { name: 'n', scopes: 'read', expiresAt: 'soon' }).details).toEqual([
      { field: 'scopes', message: 'must be an array' },
      { field: 'expiresAt', message: 'must be an ISO 8601 date and time' },
    ]);
  });

  it.each([undefined, '7', 7])('reads a whole number from a query, also once it was read: %j', (limit) => {
    expect(parseInput(cursorQuery, { limit }, 'query')).toEqual({ limit: limit === undefined ? 20 : 7 });
  });

  it.each(['', ' 7', '7.0', '0x7', '7e0', 'seven', '+7', ['7'], ['7', '8'], 'Infinity'])(
    'takes nothing else for a whole number: %j',
    (limit) => {
      expect(faultOf(cursorQuery, { limit }).details).toEqual([{ field: 'limit', message: 'must be an integer' }]);
    },
  );

  it('rejects nesting that would exhaust a recursive reader', () => {
    const deep = JSON.parse(`${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`) as unknown;
    expect(faultOf(eventInputSchema, { ...event, payload: deep }).details).toEqual([
      { field: 'payload.a', message: 'is nested too deeply' },
    ]);
  });

  it('lists at most twenty faults, with names of bounded length', () => {
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`${'x'.repeat(1000)}${String(i)}`, 1]));
    const fault = faultOf(eventInputSchema, { ...event, ...many });
    expect(fault.details).toHaveLength(20);
    expect(Math.max(...(fault.details ?? []).map((detail) => detail.field.length))).toBeLessThanOrEqual(201);
  });

  it('rejects a deeply nested list in place of a length', () => {
    let nested: unknown = 1;
    for (let depth = 0; depth < 50_000; depth += 1) nested = [nested];
    const fault = faultOf(z.object({ tags: z.array(z.string()).max(2) }), { tags: { length: nested } });
    expect(fault).toMatchObject({
      code: 'validation_error',
      details: [{ field: 'body', message: 'is nested too deeply' }],
    });
  });
});
