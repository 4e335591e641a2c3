import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { defineCommand } from '@strata/contracts/message';
import type { RequestContext } from '@strata/kernel/actor';
import { unavailable } from '@strata/kernel/errors';
import { eventually } from '@strata/testkit/eventually';
import { describeOnBothDatabases, type TestDatabase } from '@strata/testkit/test-databases';
import { createTestLogger, silentLogger, type TestLogger } from '@strata/testkit/test-logger';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { Bus } from '../../src/bus/bus.ts';
import { createInProcessBus } from '../../src/bus/in-process.ts';
import { createDatabase } from '../../src/database/create-database.ts';
import type { Database } from '../../src/database/database.ts';
import { migrate } from '../../src/database/migrate.ts';
import { createMetrics } from '../../src/metrics/create-metrics.ts';
import { openCommandOutbox, type CommandOutbox } from '../../src/outbox/command-outbox.ts';

const payload = z.object({ place: z.number() });
const note = defineCommand({ service: 'vault', name: 'note', payload });
const unknownToIt = defineCommand({ service: 'vault', name: 'unknownToIt', payload });
const [schema, role, relayRole] = ['outbox_test', 'strata_test_outbox', 'strata_test_relay'];
const MANY = 150;

const context: RequestContext = {
  scope: { tenantId: 'harbour', environment: 'live' },
  actor: { type: 'user', id: 'usr_1', scopes: ['read'] },
  requestId: 'req_1',
  ip: '203.0.113.7',
};

describeOnBothDatabases('An outbox of commands', (backend) => {
  let server: TestDatabase;
  let database: Database;
  let bus: Bus;
  let log: TestLogger;
  let outbox: CommandOutbox;
  let received: number[];

  beforeAll(async () => {
    server = await backend.start();
    const { connection } = server;
    const directory = fileURLToPath(new URL('./migrations', import.meta.url));
    await migrate({ connection, schema, role, extraRoles: [relayRole], directory, logger: silentLogger });
    const metrics = createMetrics({ service: 'test' });
    database = createDatabase({ connection, schema, role, max: 4, logger: silentLogger, metrics });
  });
  afterAll(async () => {
    await database.close();
    await server.close();
  });
  beforeEach(() => {
    bus = createInProcessBus();
    log = createTestLogger();
    received = [];
    outbox = open();
  });
  afterEach(async () => {
    await outbox.close();
    await bus.close();
    await database.asRole(relayRole, (tx) => tx.execute('delete from command_outbox'));
  });

  const open = (over: Partial<Bus> = {}): CommandOutbox =>
    openCommandOutbox({
      database,
      relayRole,
      commands: [note],
      logger: log.logger,
      bus: { ...bus, ...over },
    });
  const listen = (): Promise<void> =>
    bus.consume(
      note,
      async (deliveries) => {
        for (const delivery of deliveries) expect(delivery.context).toEqual(context);
        received.push(...deliveries.map((delivery) => delivery.payload.place));
      },
      { batchSize: 100 },
    );
  const put = (...places: number[]): Promise<void> =>
    database.inTenant(context.scope, async (tx) => {
      for (const place of places) await outbox.put(tx, note, { place }, context);
    });
  const poison = (count: number): Promise<unknown> =>
    database.inTenant(context.scope, (tx) =>
      tx.execute(
        `insert into command_outbox (tenant_id, environment, command, payload, context)
         select 'harbour', 'live', 'nobodys', '{}', '{}' from generate_series(1, $1::int)`,
        [count],
      ),
    );
  const left = async (): Promise<number> =>
    (await database.asRole(relayRole, (tx) => tx.query('select 1 from command_outbox'))).length;
  const isEmpty = () => eventually(async () => ((await left()) === 0 ? true : undefined));
  const inOrder = (): number[] => [...received].sort((a, b) => a - b);
  const upTo = (count: number): number[] => Array.from({ length: count }, (_, place) => place);

  test('sends what was committed, once it is, with who asked for it', async () => {
    await listen();
    await put(...upTo(MANY));
    outbox.wake();
    await isEmpty();
    expect(inOrder()).toEqual(upTo(MANY));
  });

  test('sends by itself what nobody woke it for', async () => {
    await listen();
    await put(1);
    await isEmpty();
    expect(received).toEqual([1]);
  });

  test('sends nothing of a transaction that was rolled back', async () => {
    await listen();
    const undone = database.inTenant(context.scope, async (tx) => {
      await outbox.put(tx, note, { place: 1 }, context);
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    await put(2);
    outbox.wake();
    await isEmpty();
    expect(received).toEqual([2]);
  });

  test('takes no command that it does not relay', async () => {
    const refusedPut = database.inTenant(context.scope, (tx) => outbox.put(tx, unknownToIt, { place: 1 }, context));
    await expect(refusedPut).rejects.toThrow('does not relay unknownToIt');
  });

  test('loses nothing when whoever committed is gone before it was sent', async () => {
    await outbox.close();
    await put(1, 2);
    await listen();
    outbox = open();
    await isEmpty();
    expect(inOrder()).toEqual([1, 2]);
  });

  test('sends again what may not have arrived, until it has', async () => {
    await outbox.close();
    let attempts = 0;
    outbox = open({
      send: (contract, sent, by) => {
        attempts += 1;
        return attempts < 3 ? Promise.reject(unavailable('The broker')) : bus.send(contract, sent, by);
      },
    });
    await listen();
    await put(1);
    outbox.wake();
    await isEmpty();
    expect([received, attempts]).toEqual([[1], 3]);
  });

  test('what cannot be sent stays, is told of, and holds up nothing behind it', async () => {
    await listen();
    await poison(MANY);
    await put(...upTo(MANY));
    await poison(1);
    outbox.wake();
    await eventually(async () => ((await left()) === MANY + 1 ? true : undefined));
    expect(inOrder()).toEqual(upTo(MANY));
    await eventually(() =>
      Promise.resolve(log.text().includes('The outbox has a command that nobody relays: nobodys') || undefined),
    );
  });

  test('closing waits for what is under way, and leaves the rest', async () => {
    await outbox.close();
    let arrived: () => void = () => undefined;
    let answer: () => void = () => undefined;
    const isUnderWay = new Promise<void>((resolve) => (arrived = resolve));
    const answered = new Promise<void>((resolve) => (answer = resolve));
    outbox = open({
      send: async () => {
        arrived();
        await answered;
      },
    });
    await put(...upTo(MANY));
    outbox.wake();
    await isUnderWay;
    let isClosed = false;
    const closing = outbox.close().then(() => (isClosed = true));
    expect(await left()).toBe(MANY);
    expect(isClosed).toBe(false);
    answer();
    await closing;
    expect(await left()).toBe(MANY - 100);
  });
});
