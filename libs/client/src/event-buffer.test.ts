import { describe, expect, it } from '@jest/globals';
import type { Api } from './api.ts';
import { StrataError } from './errors.ts';
import { EventBuffer, type EventInput } from './event-buffer.ts';

type Send = Api['captureBatch'];
type Receipt = Awaited<ReturnType<Send>>;
const SETTINGS = {
  maxEvents: 5000,
  maxBytes: 1024 * 1024,
  lingerMs: 0,
  deliveryTimeoutMs: 60_000,
  closeTimeoutMs: 1000,
};
const AWAY = new StrataError('unavailable', 'Strata is away', { status: 503, retryAfterSeconds: 0 });

const event = (content: string): EventInput => ({
  type: 'message',
  sessionId: 's',
  payload: { role: 'user', content },
});
const contentOf = ({ payload }: EventInput): unknown => payload['content'];

/** The event store as the buffer sees it: stores each key once, and fails as often as it is told to. */
function store(failures: readonly (StrataError | undefined)[] = []) {
  const batches: EventInput[][] = [];
  const stored = new Map<string, EventInput>();
  let calls = 0;
  const captureBatch = async ({ events }: { events: EventInput[] }): Promise<Receipt> => {
    const failure = failures[calls];
    calls += 1;
    await Promise.resolve();
    batches.push(events);
    const errorDetails = events.flatMap(({ payload }, index) =>
      payload['content'] === 'bad' ? [{ index, code: 'validation_error' as const, message: 'bad', details: [] }] : [],
    );
    for (const one of events) if (contentOf(one) !== 'bad') stored.set(String(one.idempotencyKey), one);
    // The answer is lost, but the events are stored.
    if (failure !== undefined) throw failure;
    const eventIds = events.map((one) => (contentOf(one) === 'bad' ? null : `evt_${String(contentOf(one))}`));
    return { batchId: 'b', queued: 0, errors: 0, total: 0, eventIds, errorDetails };
  };
  return { batches, stored, api: { captureBatch } };
}

describe('the event buffer', () => {
  it('sends events that are captured together in one batch, in their order', async () => {
    const { api, batches } = store();
    const buffer = new EventBuffer(api, SETTINGS);
    const captured = await Promise.all(['a', 'b', 'c'].map((text) => buffer.add(event(text))));
    expect(captured).toEqual([{ eventId: 'evt_a' }, { eventId: 'evt_b' }, { eventId: 'evt_c' }]);
    expect(batches.map((batch) => batch.map(contentOf))).toEqual([['a', 'b', 'c']]);
  });

  it('sends at most 1,000 events in a batch', async () => {
    const { api, batches } = store();
    const buffer = new EventBuffer(api, SETTINGS);
    for (let index = 0; index < 2500; index += 1) void buffer.add(event(String(index)));
    await buffer.flush(5000);
    expect(batches.map(({ length }) => length)).toEqual([1000, 1000, 500]);
    expect(batches.flat().map(contentOf)).toEqual(Array.from({ length: 2500 }, (_, index) => String(index)));
  });

  it('sends a batch without an answer again with the same keys, before later events', async () => {
    const { api, batches, stored } = store([AWAY, AWAY]);
    const buffer = new EventBuffer(api, SETTINGS);
    const first = buffer.add(event('a'));
    const second = first.then(() => buffer.add(event('b')));
    await expect(Promise.all([first, second])).resolves.toHaveLength(2);
    expect(batches.flat().map(contentOf)).toEqual(['a', 'a', 'a', 'b']);
    expect(stored.size).toBe(2);
  });

  it('tells the writer of an invalid event what is wrong, and stores the others', async () => {
    const { api, stored } = store();
    const buffer = new EventBuffer(api, SETTINGS);
    const good = buffer.add(event('good'));
    await expect(buffer.add(event('bad'))).rejects.toMatchObject({ code: 'validation_error', message: 'bad' });
    await expect(good).resolves.toEqual({ eventId: 'evt_good' });
    expect(stored.size).toBe(1);
  });

  it('says at the next flush that events were not stored, once', async () => {
    const buffer = new EventBuffer(store().api, SETTINGS);
    void buffer.add(event('bad'));
    await expect(buffer.flush(1000)).rejects.toMatchObject({
      code: 'undelivered',
      message: '1 events were not stored. The first: bad',
    });
    await expect(buffer.flush(1000)).resolves.toBeUndefined();
  });

  it('takes no event beyond its bounds', async () => {
    const buffer = new EventBuffer(store([AWAY]).api, { ...SETTINGS, maxEvents: 2 });
    void buffer.add(event('a'));
    void buffer.add(event('b'));
    await expect(buffer.add(event('c'))).rejects.toMatchObject({ code: 'buffer_full' });
    const small = new EventBuffer(store().api, { ...SETTINGS, maxBytes: 10 });
    await expect(small.add(event('a'))).rejects.toMatchObject({ code: 'buffer_full' });
  });

  it('gives an event up when its delivery was tried long enough', async () => {
    const buffer = new EventBuffer(store(Array<StrataError>(1000).fill(AWAY)).api, {
      ...SETTINGS,
      deliveryTimeoutMs: 1,
    });
    await expect(buffer.add(event('a'))).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('keeps what a flush could not deliver in time', async () => {
    const { api, stored } = store([new StrataError('unavailable', '', { retryAfterSeconds: 0.2 })]);
    const buffer = new EventBuffer(api, SETTINGS);
    const added = buffer.add(event('a'));
    await expect(buffer.flush(20)).rejects.toMatchObject({ code: 'undelivered' });
    await expect(added).resolves.toEqual({ eventId: 'evt_a' });
    expect(stored.size).toBe(1);
  });

  it('rejects an event that is no JSON, and events after its end', async () => {
    const buffer = new EventBuffer(store().api, SETTINGS);
    const circular: Record<string, unknown> = {};
    circular['self'] = circular;
    const payload = circular as EventInput['payload'];
    await expect(buffer.add({ type: 'message', sessionId: 's', payload })).rejects.toMatchObject({
      code: 'validation_error',
    });
    await expect(buffer.close()).rejects.toMatchObject({ code: 'undelivered' });
    await expect(buffer.add(event('a'))).rejects.toMatchObject({ code: 'undelivered' });
  });

  it('listens once for the end of the process, however many buffers wait', async () => {
    const buffers = Array.from({ length: 20 }, () => new EventBuffer(store().api, SETTINGS));
    const before = process.listenerCount('beforeExit');
    await Promise.all(buffers.map((buffer) => buffer.add(event('a'))));
    expect(process.listenerCount('beforeExit') - before).toBeLessThanOrEqual(1);
  });
});
