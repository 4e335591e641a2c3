import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { findFingerprints, readEventUsage, storeEvents } from '@strata/contracts/calls/ingest';
import { unavailable } from '@strata/kernel/errors';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { Bus } from '@strata/platform/bus/bus';
import { createInProcessBus } from '@strata/platform/bus/in-process';
import { eventually } from '@strata/testkit/eventually';
import { describeOnDatabase, type TestDatabase } from '@strata/testkit/test-databases';
import { Client } from 'pg';
import { startGateway, type GatewayFixture, type Reply } from './gateway-fixture.ts';
import { serveGovernance } from './services-fixture.ts';

const QUOTA = 20;
const event = { type: 'message', sessionId: 's1', payload: { role: 'user', content: 'hello' } };
const events = (count: number, from = 0) =>
  Array.from({ length: count }, (_, n) => ({ ...event, idempotencyKey: `k${String(from + n)}` }));

/** An event store that counts its events by tenant scope and month, behind a bus that can be cut. */
class EventStoreFixture {
  readonly bus: Bus;
  readonly #ids = new Map<string, Set<string>>();
  isCutOff = false;

  constructor() {
    const bus = createInProcessBus();
    const send: Bus['send'] = (...message) =>
      this.isCutOff ? Promise.reject(unavailable('The message bus')) : bus.send(...message);
    this.bus = { ...bus, send };
  }

  async serve(): Promise<this> {
    await this.bus.consume(storeEvents, async (deliveries) => {
      for (const { payload, context } of deliveries)
        for (const { id, receivedAt } of payload.events) this.#of(context.scope, receivedAt.slice(0, 7)).add(id);
    });
    await this.bus.serve(readEventUsage, async ({ month }, { scope }) => ({
      total: this.size,
      month: this.#of(scope, month).size,
    }));
    await this.bus.serve(findFingerprints, async () => ({ found: [] }));
    await serveGovernance(this.bus);
    return this;
  }

  /** The number of events of all tenant scopes. */
  get size(): number {
    return [...this.#ids.values()].reduce((sum, ids) => sum + ids.size, 0);
  }

  #of({ tenantId, environment }: TenantScope, month: string): Set<string> {
    const name = `${environment} ${tenantId} ${month}`;
    const ids = this.#ids.get(name) ?? new Set<string>();
    this.#ids.set(name, ids);
    return ids;
  }
}

describeOnDatabase('The monthly quota of events', (backend) => {
  let database: TestDatabase;
  let store: EventStoreFixture;
  let fixture: GatewayFixture;
  let now: Date;
  let key: string;
  let token: string;

  beforeAll(async () => {
    database = await backend.start();
    // The first gateway creates the tables.
    await (await startGateway({ connection: database.connection })).close();
    await sql(`insert into gateway.plans (id, monthly_events) values ('small', ${String(QUOTA)})`);
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    now = new Date('2026-12-31T23:59:59.999Z');
    store = await new EventStoreFixture().serve();
    fixture = await start();
    ({ token } = await fixture.register());
    ({ key } = await fixture.newKey(token));
  });
  afterEach(async () => {
    await fixture.close();
    await store.bus.close();
  });

  async function sql(text: string): Promise<void> {
    const client = new Client({ connectionString: database.connection.connectionString });
    await client.connect();
    try {
      await client.query(text);
    } finally {
      await client.end();
    }
  }
  const start = (env: Record<string, string> = {}): Promise<GatewayFixture> =>
    startGateway({
      connection: database.connection,
      bus: store.bus,
      withoutServices: true,
      clock: { now: () => now },
      env: { DEFAULT_PLAN: 'small', ...env },
    });
  const capture = (body: object = event, as = key, on = fixture): Promise<Reply> =>
    on.ask('POST /v1/capture', { as, body });
  const captureBatch = (batch: unknown[], as = key): Promise<Reply> =>
    fixture.ask('POST /v1/capture/batch', { as, body: { events: batch } });
  const statusesOf = async (replies: Promise<Reply>[]): Promise<Record<number, number>> => {
    const counts: Record<number, number> = {};
    for (const { status } of await Promise.all(replies)) counts[status] = (counts[status] ?? 0) + 1;
    return counts;
  };

  it('is used up exactly, even by parallel requests, until the next month begins', async () => {
    expect(await statusesOf(Array.from({ length: 50 }, () => capture()))).toEqual({ 202: QUOTA, 429: 30 });
    expect(store.size).toBe(QUOTA);
    const { error, headers } = await capture();
    expect([error.code, headers['retry-after']]).toEqual(['rate_limited', '1']);
    expect(error.message).toContain('try again in 1 second');
    now = new Date('2027-01-01T00:00:00.000Z');
    expect(await statusesOf([capture(), captureBatch(events(5))])).toEqual({ 202: 2 });
    const metrics = await fixture.metrics();
    expect(metrics).toContain('strata_limits_hit_total{limit="monthly_events",service="gateway"} 31');
  });

  it('rejects a batch that does not fit as a whole, and claims none of its keys', async () => {
    expect((await captureBatch(events(15))).status).toBe(202);
    const { status, error } = await captureBatch(events(6, 100));
    expect([status, error.code]).toEqual([429, 'rate_limited']);
    expect(error.message).toContain('of which 5 are left');
    expect(store.size).toBe(15);
    expect((await captureBatch(events(5, 101))).data['queued']).toBe(5);
    expect(store.size).toBe(QUOTA);
  });

  it('is charged once for repeated events, in sequence, in a batch or in parallel, even when it is used up', async () => {
    const one = { ...event, idempotencyKey: 'again' };
    expect(await statusesOf(Array.from({ length: 10 }, () => capture(one)))).toEqual({ 202: 10 });
    expect((await captureBatch([one, one, ...events(QUOTA - 1)])).data['queued']).toBe(QUOTA + 1);
    expect(await statusesOf([capture(one), captureBatch(events(QUOTA - 1)), capture()])).toEqual({ 202: 2, 429: 1 });
    expect(store.size).toBe(QUOTA);
  });

  it('is not charged for invalid or conflicting events', async () => {
    await capture({ ...event, idempotencyKey: 'k0' });
    const wrong = [{ ...event, type: 'x' }, { ...event, idempotencyKey: 'k0', sessionId: 'other' }, null];
    expect((await captureBatch([...wrong, ...events(1)])).data).toMatchObject({ queued: 1, errors: 3 });
    expect(await statusesOf(Array.from({ length: 25 }, () => capture()))).toEqual({ 202: QUOTA - 1, 429: 6 });
  });

  it('is separate for test keys, and of the same size', async () => {
    const { key: test } = await fixture.newKey(token, { environment: 'test' });
    expect((await captureBatch(events(QUOTA))).status).toBe(202);
    expect((await captureBatch(events(QUOTA), test)).status).toBe(202);
    expect(await statusesOf([capture(), capture(event, test)])).toEqual({ 429: 2 });
  });

  it('is separate for each tenant, and absent from an unlimited plan', async () => {
    await captureBatch(events(QUOTA));
    const other = await fixture.register();
    const { key: theirs } = await fixture.newKey(other.token);
    await sql(`update gateway.tenants set plan = 'unlimited' where id = '${other.tenantId}'`);
    // A plan is read again within a second.
    await eventually(async () => (await captureBatch(events(QUOTA + 1), theirs)).status === 202);
    expect((await capture()).status).toBe(429);
  });

  it('is released for events that could not be sent; events with a key stay charged until their retry', async () => {
    const keyed = events(5);
    const unkeyed = Array.from({ length: QUOTA - 5 }, () => event);
    store.isCutOff = true;
    for (const lost of [() => captureBatch(keyed), () => captureBatch(unkeyed), () => capture()])
      expect((await lost()).status).toBe(503);
    expect(store.size).toBe(0);
    store.isCutOff = false;
    expect(await statusesOf([captureBatch(keyed), captureBatch(unkeyed)])).toEqual({ 202: 2 });
    expect([store.size, (await capture()).status]).toEqual([QUOTA, 429]);
  });

  it('counts on from the stored events after a restart', async () => {
    await captureBatch(events(QUOTA - 2));
    const restarted = await start();
    const replies = Array.from({ length: 5 }, () => capture(event, key, restarted));
    expect(await statusesOf(replies)).toEqual({ 202: 2, 429: 3 });
    await restarted.close();
  });

  const url = process.env['REDIS_URL'] ?? '';
  (url === '' ? it.skip : it)('is shared by all gateways through Redis', async () => {
    const gateways = await Promise.all([start({ REDIS_URL: url }), start({ REDIS_URL: url })]);
    const replies = Array.from({ length: 60 }, (_, n) => capture(event, key, gateways[n % 2]));
    expect(await statusesOf(replies)).toEqual({ 202: QUOTA, 429: 40 });
    expect(store.size).toBe(QUOTA);
    await Promise.all(gateways.map((gateway) => gateway.close()));
  });
});
