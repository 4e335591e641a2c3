import { describe, expect, it } from '@jest/globals';
import type { AcceptedEvent, StoreCommand } from '@strata/contracts/calls/ingest';
import type { RequestContext } from '@strata/kernel/actor';
import { AppError, unavailable, validationError } from '@strata/kernel/errors';
import { bundleEvents } from './bundle-events.ts';

const BYTES = 100;

const event = (id: string): AcceptedEvent => ({
  id,
  type: 'message',
  sessionId: 's',
  agentId: null,
  namespaceId: null,
  userId: null,
  tags: [],
  payload: { content: id },
  metadata: {},
  secretsReplaced: 0,
  idempotencyKey: null,
  fingerprint: null,
  occurredAt: '2026-01-01T00:00:00.000Z',
  occurredAtGiven: false,
  receivedAt: '2026-01-01T00:00:00.000Z',
  arrival: 1,
});

const by = (key: string, requestId = 'req_1', traceparent?: string): RequestContext => ({
  scope: { tenantId: 'ten_1', environment: 'live' },
  actor: { type: 'api_key', id: key, scopes: ['write'] },
  requestId,
  traceparent,
});

/** An event store that notes what it gets. `reject` says why it does not take a message. */
function openStore(reject: (ids: readonly string[]) => Error | undefined = () => undefined) {
  const messages: { readonly ids: readonly string[]; readonly requestId: string }[] = [];
  const storeEvent = bundleEvents(async ({ events }: Pick<StoreCommand, 'events'>, { requestId }) => {
    const ids = events.map(({ id }) => id);
    messages.push({ ids, requestId });
    const error = reject(ids);
    if (error !== undefined) throw error;
  });
  return { messages, storeEvent };
}

describe('Events of single requests', () => {
  it('that arrive in one turn from one caller are one message, with the request id of the first', async () => {
    const { messages, storeEvent } = openStore();
    await Promise.all([
      storeEvent(event('a'), BYTES, by('key_1', 'req_1')),
      storeEvent(event('b'), BYTES, by('key_2', 'req_2')),
      storeEvent(event('c'), BYTES, by('key_1', 'req_3')),
    ]);
    await storeEvent(event('d'), BYTES, by('key_1', 'req_4'));
    expect(messages).toEqual([
      { ids: ['a', 'c'], requestId: 'req_1' },
      { ids: ['b'], requestId: 'req_2' },
      { ids: ['d'], requestId: 'req_4' },
    ]);
  });

  it('of a traced request are sent alone', async () => {
    const { messages, storeEvent } = openStore();
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    await Promise.all([
      storeEvent(event('a'), BYTES, by('key_1')),
      storeEvent(event('b'), BYTES, by('key_1', 'req_2', traceparent)),
      storeEvent(event('c'), BYTES, by('key_1')),
    ]);
    expect(messages.map(({ ids }) => ids)).toEqual([['b'], ['a', 'c']]);
  });

  it('are several messages if they are too large for one', async () => {
    const { messages, storeEvent } = openStore();
    const large = 300 * 1024;
    await Promise.all(['a', 'b', 'c'].map((id) => storeEvent(event(id), large, by('key_1'))));
    expect(messages.map(({ ids }) => ids)).toEqual([['a'], ['b'], ['c']]);
  });

  it('are sent again one by one if the message is rejected, so that only the faulty one fails', async () => {
    const { messages, storeEvent } = openStore((ids) => (ids.includes('bad') ? validationError('no', []) : undefined));
    const outcomes = await Promise.allSettled(['a', 'bad', 'c'].map((id) => storeEvent(event(id), BYTES, by('key_1'))));
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(messages.map(({ ids }) => ids)).toEqual([['a', 'bad', 'c'], ['a'], ['bad'], ['c']]);
  });

  it('all fail, without another attempt, while the event store is away', async () => {
    const { messages, storeEvent } = openStore(() => unavailable('The message broker'));
    const outcomes = await Promise.allSettled(['a', 'b'].map((id) => storeEvent(event(id), BYTES, by('key_1'))));
    expect(outcomes).toEqual([
      { status: 'rejected', reason: expect.any(AppError) },
      { status: 'rejected', reason: expect.any(AppError) },
    ]);
    expect(messages).toHaveLength(1);
  });
});
