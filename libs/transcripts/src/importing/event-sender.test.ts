import { expect, it } from '@jest/globals';
import { EventSender, type SendEvents } from './event-sender.ts';
import type { ImportState } from './import-state.ts';
import { Tally } from './report.ts';

const ANSWERS: SendEvents = async () => ({
  errorDetails: [
    { index: 0, code: 'conflict', message: 'This idempotencyKey was already used for another event' },
    { index: 1, code: 'forbidden', message: 'A policy denies it' },
  ],
});

it('An event that another program stored under its key is left out, and no rejection', async () => {
  const tally = new Tally('codex', false);
  const state: Pick<ImportState, 'commit'> = { commit: () => Promise.resolve() };
  const sender = new EventSender(ANSWERS, tally, state);
  for (const name of ['one', 'two', 'three']) {
    const event = { type: 'message' as const, sessionId: 's', payload: { name }, idempotencyKey: name };
    await sender.add({ event, isCut: false, secretKinds: [] });
  }
  await sender.flush();
  expect(tally.report()).toMatchObject({
    sent: 1,
    leftOut: { 'already stored, for example by a hook': 1 },
    rejected: { total: 1, first: [{ key: 'two', code: 'forbidden' }] },
  });
});
