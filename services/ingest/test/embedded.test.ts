import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { claimEvents, completeEvents, countUncompiled, storeEvents } from '@strata/contracts/calls/ingest';
import { operationCall } from '@strata/contracts/operation';
import { listEvents } from '@strata/contracts/operations/events';
import { systemContext, type RequestContext } from '@strata/kernel/actor';
import { captureIds } from '@strata/kernel/capture-ids';
import { systemClock } from '@strata/kernel/clock';
import { newId } from '@strata/kernel/ids';
import { createInProcessBus } from '@strata/platform/bus/in-process';
import { CloseStack } from '@strata/platform/lifecycle/closeable';
import { createMetrics } from '@strata/platform/metrics/create-metrics';
import { embeddedDatabase } from '@strata/testkit/test-databases';
import { silentLogger } from '@strata/testkit/test-logger';
import { createIngest } from '../src/app.ts';
import { ingestConfigSchema } from '../src/config.ts';

const newTenant = (): RequestContext => systemContext({ tenantId: newId('ten'), environment: 'live' }, newId('req'));

describe('Ingest on the embedded database', () => {
  const stack = new CloseStack();
  const bus = stack.use(createInProcessBus());
  beforeAll(async () => {
    const { connection } = stack.use(await embeddedDatabase.start());
    const metrics = createMetrics({ service: 'ingest' });
    const parts = { bus, connection, logger: silentLogger, metrics, clock: systemClock };
    stack.use(await createIngest(ingestConfigSchema.parse({}), parts));
  });
  afterAll(() => stack.close());

  it('stores an event once, leases it to a learn job until it is completed, and shows it to no other tenant', async () => {
    const context = newTenant();
    const { eventId: id } = captureIds(context.scope, 'key');
    const event = {
      ...{ id, type: 'message' as const, sessionId: 'session-1', agentId: 'agent-1', namespaceId: null },
      ...{ tags: ['billing'], payload: { content: 'The invoice of May is missing' }, metadata: {} },
      ...{ idempotencyKey: 'key', fingerprint: 'f'.repeat(64), arrival: 1, secretsReplaced: 0 },
      ...{ occurredAt: '2026-05-08T10:00:00.000Z', occurredAtGiven: true, receivedAt: '2026-11-02T09:00:00.000Z' },
    };
    for (let times = 0; times < 2; times += 1) await bus.send(storeEvents, { events: [event], batch: null }, context);
    const listOf = (caller: RequestContext) =>
      bus.call(operationCall(listEvents), { params: {}, query: { tag: 'billing' } }, caller);
    expect((await listOf(context)).items).toMatchObject([{ id, payload: event.payload }]);
    expect((await listOf(newTenant())).items).toEqual([]);

    const lease = { jobId: 'job', scope: { sessionId: 'session-1' }, limit: 10, leaseSeconds: 60 };
    expect((await bus.call(claimEvents, lease, context)).events).toMatchObject([{ id }]);
    expect(await bus.call(completeEvents, { jobId: 'job', eventIds: [id] }, context)).toEqual({ completed: 1 });
    expect(await bus.call(countUncompiled, { scope: {} }, context)).toEqual({ count: 0 });
  });
});
