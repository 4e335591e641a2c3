import { expect, test } from '@jest/globals';
import type { StoreCommand } from '@strata/contracts/calls/ingest';
import { createArrivalClock } from '@strata/kernel/arrival-clock';
import { systemContext } from '@strata/kernel/actor';
import { unavailable } from '@strata/kernel/errors';
import { captureBatchHandler } from './capture-batch.ts';

const context = systemContext({ tenantId: 'ten_1', environment: 'live' }, 'req_1');
/** Two messages: a message holds at most 512 KiB. */
const EVENTS = Array.from({ length: 4 }, (_, n) => ({
  type: 'message',
  sessionId: 's',
  payload: { content: String(n).repeat(200_000) },
}));

test('the end of a batch of which a part could not be sent has the number of events that were', async () => {
  const sent: StoreCommand[] = [];
  const capture = captureBatchHandler({
    scrub: async ({ input }) => ({ input, compared: input, identity: undefined, secretsReplaced: 0 }),
    arrive: createArrivalClock({ now: () => new Date() }),
    openJudge: async () => ({ rejectionOf: () => undefined, recordDenials: async () => undefined }),
    reserveEvents: async () => ({ fingerprints: [], release: async () => undefined, confirm: async () => new Map() }),
    storeEvents: async (command) => {
      if (command.batch?.chunk === 0) throw unavailable('The event store');
      sent.push(command);
    },
  });
  const receipt = await capture({ params: {}, query: {}, body: { events: EVENTS } }, context);
  const arrived = sent.flatMap(({ events }) => events).length;
  expect(arrived).toBeGreaterThan(0);
  expect(arrived).toBeLessThan(EVENTS.length);
  expect(receipt).toMatchObject({ queued: arrived, total: EVENTS.length });
  expect(sent.at(-1)).toMatchObject({ kind: 'batch-end', batch: { total: arrived } });
});
