import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { MAX_REQUEST_BYTES } from '@strata/contracts/schemas/event';
import { describeOnDatabase, type TestDatabase } from '@strata/testkit/test-databases';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { startGateway, type GatewayFixture } from './gateway-fixture.ts';

const EVENTS = 63;
const EVENT_LENGTH = 258_000;
const LARGEST = MAX_REQUEST_BYTES - 100;
const many = (part: string, length: number): string => part.repeat(Math.floor(length / part.length));
const batchOf = (part: string): string => {
  const content = many(part, EVENT_LENGTH);
  const event = { type: 'message', sessionId: 's', payload: { content } };
  return JSON.stringify({ events: Array.from({ length: EVENTS }, () => event) });
};

/** Turns last 8 ms, and no step is much longer. The rest is for the test itself, garbage collection and other load. */
const MAX_DELAY_MS = 1_000;

describeOnDatabase('A request of the maximum size does not hold up others', (backend) => {
  let database: TestDatabase;
  let fixture: GatewayFixture;
  let key: string;

  beforeAll(async () => {
    database = await backend.start();
    fixture = await startGateway({ connection: database.connection });
    ({ key } = await fixture.newKey((await fixture.register()).token));
  });
  afterAll(async () => {
    await fixture.close();
    await database.close();
  });

  it.each([
    ['with beginnings of URLs', batchOf('a://b'), 202],
    ['with schemes', batchOf('://'), 202],
    ['with ordinary text', batchOf('The export runs at four. '), 202],
    ['with one event of small objects', `{"events":[{"payload":{"a":[${many('{},', LARGEST)}1]}}]}`, 202],
    ['with very many events', `{"events":[${many('[],', LARGEST)}1]}`, 422],
    ['with a fault after many lines', `${many('\n', LARGEST)}x`, 422],
    ['with a fault after many numbers', `[${many('0,', LARGEST)}x`, 422],
  ])('%s', async (_, body, expected) => {
    const url = `http://127.0.0.1:${String(fixture.gateway.port)}`;
    const delay = monitorEventLoopDelay({ resolution: 5 });
    const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
    const bytes = Buffer.from(body);
    // An idle round of the loop, so that nothing before counts.
    await fetch(`${url}/v1/health`);
    delay.enable();
    let status: number | undefined;
    const sent = fetch(`${url}/v1/capture/batch`, { method: 'POST', body: bytes, headers }).then((response) => {
      ({ status } = response);
    });
    const healths = new Set<number>();
    while (status === undefined) healths.add((await fetch(`${url}/v1/health`)).status);
    await sent;
    delay.disable();
    expect([status, [...healths]]).toEqual([expected, [200]]);
    expect(delay.max / 1e6).toBeLessThan(MAX_DELAY_MS);
  });
});
