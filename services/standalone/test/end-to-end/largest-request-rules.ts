import { expect, test } from '@jest/globals';
import { MAX_REQUEST_BYTES } from '@strata/contracts/schemas/event';
import { eventually } from '@strata/testkit/eventually';
import { newTenant } from '../fixtures/new-tenant.ts';
import { parseExposition } from '../health/exposition.ts';
import { readHealth } from '../health/read-health.ts';

const EVENTS = 63;
const EVENT_LENGTH = 258_000;
const LARGEST = MAX_REQUEST_BYTES - 100;
/** Work pauses every 8 ms. A request whose work does not pause holds the loop for nearly all of its time. */
const MOST_OF_ITS_TIME = 0.5;
/** What a busy machine can take in any case, in seconds. */
const SHORT = 0.5;

const many = (part: string, length: number): string => part.repeat(Math.floor(length / part.length));
const batchOf = (part: string): string => {
  const event = { type: 'message', sessionId: 's', payload: { content: many(part, EVENT_LENGTH) } };
  return JSON.stringify({ events: Array.from({ length: EVENTS }, () => event) });
};

/** The longest delay of the event loop since the text was last rendered. */
function loopDelayOf(exposition: string): number {
  const family = parseExposition(exposition).find(({ name }) => name === 'nodejs_eventloop_lag_max_seconds');
  return Math.max(...(family?.samples.map(({ value }) => value) ?? [Infinity]));
}

/** A request of the maximum size does not hold up others. The system must run in a process of its own. */
export function largestRequestRules(base: () => string): void {
  test.each([
    ['with beginnings of URLs', batchOf('a://b'), 202],
    ['with schemes', batchOf('://'), 202],
    ['with ordinary text', batchOf('The export runs at four. '), 202],
    ['with one event of small objects', `{"events":[{"payload":{"a":[${many('{},', LARGEST)}1]}}]}`, 202],
    ['with very many events', `{"events":[${many('[],', LARGEST)}1]}`, 422],
    ['with a fault after many lines', `${many('\n', LARGEST)}x`, 422],
    ['with a fault after many numbers', `[${many('0,', LARGEST)}x`, 422],
  ])('a request of the maximum size %s leaves health at 200, and the event loop free', async (_, body, expected) => {
    const { api } = await newTenant(base());
    const metrics = async (): Promise<string> => (await fetch(`${base()}/metrics`)).text();
    const before = await metrics();
    const headers = { Authorization: `Bearer ${String(api.credential)}`, 'Content-Type': 'application/json' };
    const began = performance.now();
    let status: number | undefined;
    let seconds = 0;
    const sent = fetch(`${base()}/v1/capture/batch`, { method: 'POST', body, headers }).then((response) => {
      ({ status } = response);
      seconds = (performance.now() - began) / 1000;
    });
    const healths = new Set<number>();
    while (status === undefined) healths.add((await readHealth(base())).status);
    await sent;
    expect([status, [...healths]]).toEqual([expected, [200]]);
    // The exposition is rendered at most once a second.
    const after = await eventually(async () => {
      const text = await metrics();
      return text !== before && text;
    });
    expect(loopDelayOf(after)).toBeLessThan(Math.max(SHORT, MOST_OF_ITS_TIME * seconds));
  });
}
