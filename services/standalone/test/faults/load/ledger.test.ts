import { expect, it } from '@jest/globals';
import type { ApiResponse } from '../../fixtures/api-client.ts';
import { Ledger } from './ledger.ts';

const answer = (status: number, headers: Record<string, string> = {}): ApiResponse => ({ status, headers, body: {} });
const asked = async (ledger: Ledger, given: ApiResponse): Promise<string[]> => {
  await ledger.ask('POST /v1/capture', async () => given, [202]);
  return ledger.broken.splice(0);
};

it.each([
  ['what was expected', answer(202)],
  ['a 503 with Retry-After', answer(503, { 'retry-after': '1' })],
  ['a 429 with Retry-After', answer(429, { 'retry-after': '7' })],
])('A ledger accepts %s', async (_what, given) => {
  expect(await asked(new Ledger(), given)).toEqual([]);
});

it.each([
  ['a 500', answer(500, { 'retry-after': '1' })],
  ['a 503 without Retry-After', answer(503)],
  ['a 404', answer(404)],
])('A ledger rejects %s', async (_what, given) => {
  expect(await asked(new Ledger(), given)).toEqual([expect.stringContaining('answers: POST /v1/capture')]);
});

it('A ledger rejects a request without an answer, unless a gateway ends', async () => {
  const ledger = new Ledger();
  const ask = () => ledger.ask('GET /v1/events', () => Promise.reject(new Error('socket hang up')), [200]);
  await ask();
  expect(ledger.broken.splice(0)).toEqual([expect.stringContaining('got none')]);
  ledger.beginFault(true);
  await ask();
  expect(ledger.broken).toEqual([]);
  expect([...ledger.figures.statuses]).toEqual([['none', 1]]);
});

it('A ledger rejects a second id for one key, and counts an event once', () => {
  const ledger = new Ledger();
  ledger.events.set('Parcel 1', { tenantId: 'ten_1', hasKey: true, ids: new Set() });
  ledger.accept('Parcel 1', 'evt_1');
  ledger.accept('Parcel 1', 'evt_1');
  expect([ledger.broken, ledger.figures.accepted]).toEqual([[], 1]);
  ledger.accept('Parcel 1', 'evt_2');
  expect(ledger.broken).toEqual([expect.stringContaining('evt_1 and evt_2')]);
});
