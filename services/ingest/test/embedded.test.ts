import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { claimEvents, completeEvents, countUncompiled } from '@strata/contracts/calls/ingest';
import { embeddedDatabase } from '@strata/testkit/test-databases';
import { newEvent, newTenant, startIngestFixture, type IngestFixture } from './ingest-fixture.ts';

describe('Ingest on the embedded database', () => {
  let fixture: IngestFixture;
  beforeAll(async () => {
    fixture = await startIngestFixture(embeddedDatabase);
  });
  afterAll(() => fixture.close());

  it('stores an event once, leases it to a learn job until it is completed, and shows it to no other tenant', async () => {
    const context = newTenant();
    const event = newEvent(context, 'key');
    const { id, payload } = event;
    for (let times = 0; times < 2; times += 1) await fixture.store(context, [event]);
    expect((await fixture.list(context, { tag: 'billing' })).items).toMatchObject([{ id, payload }]);
    expect((await fixture.list(newTenant(), { tag: 'billing' })).items).toEqual([]);

    const lease = { jobId: 'job', scope: { sessionId: event.sessionId }, limit: 10, leaseSeconds: 60 };
    expect((await fixture.bus.call(claimEvents, lease, context)).events).toMatchObject([{ id }]);
    const completion = { jobId: 'job', eventIds: [id] };
    expect(await fixture.bus.call(completeEvents, completion, context)).toEqual({ completed: 1 });
    expect(await fixture.bus.call(countUncompiled, { scope: {} }, context)).toEqual({ count: 0 });
  });
});
