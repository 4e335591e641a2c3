import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { defineBundle, defineCommand } from '@strata/contracts/message';
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

const payload = z.object({ position: z.number() });
const note = defineCommand({ service: 'vault', name: 'note', payload });
const notes = defineBundle(note, 'notes');
const unknown = defineCommand({ service: 'vault', name: 'unknown', payload });
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
    server = await backend.startEmpty();
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

  const open = (over: Partial<Bus> = {}, bundles: readonly (typeof notes)[] = []): CommandOutbox =>
    openCommandOutbox({
      database,
      relayRole,
      commands: [note],
      bundles,
      logger: log.logger,
      bus: { ...bus, ...over },
    });
  const listen = (): Promise<void> =>
    bus.consume(
      note,
      async (deliveries) => {
        for (const delivery of deliveries) expect(delivery.context).toEqual(context);
        received.push(...deliveries.map((delivery) => delivery.payload.position));
      },
      { batchSize: 100 },
    );
  const put = (...positions: number[]): Promise<void> =>
    database.inTenant(context.scope, async (tx) => {
      for (const position of positions) await outbox.put(tx, note, { position }, context);
    });
  const putUnknown = (count: number): Promise<unknown> =>
    database.inTenant(context.scope, (tx) =>
      tx.execute(
        `insert into command_outbox (tenant_id, environment, command, payload, context)
         select 'harbour', 'live', 'unknown', '{}', '{}' from generate_series(1, $1::int)`,
        [count],
      ),
    );
  const left = async (): Promise<number> =>
    (await database.asRole(relayRole, (tx) => tx.query('select 1 from command_outbox'))).length;
  const isEmpty = () => eventually(async () => ((await left()) === 0 ? true : undefined));
  const inOrder = (): number[] => [...received].sort((a, b) => a - b);
  const upTo = (count: number): number[] => Array.from({ length: count }, (_, position) => position);

  test('sends commands after the commit, with their context', async () => {
    await listen();
    await put(...upTo(MANY));
    outbox.wake();
    await isEmpty();
    expect(inOrder()).toEqual(upTo(MANY));
  });

  test('waits for more commands before it sends, if it lingers', async () => {
    await outbox.close();
    await listen();
    let reads = 0;
    const lingering = openCommandOutbox({
      ...{ relayRole, commands: [note], logger: log.logger, bus, lingerMs: 50 },
      database: {
        asRole: (...args) => {
          reads++;
          return database.asRole(...args);
        },
      },
    });
    await put(1);
    const before = reads;
    lingering.wake();
    expect(reads).toBe(before);
    await isEmpty();
    await lingering.close();
    expect(received).toEqual([1]);
  });

  test('sends commands without a call of wake', async () => {
    await listen();
    await put(1);
    await isEmpty();
    expect(received).toEqual([1]);
  });

  describe('With a bundle', () => {
    const other: RequestContext = { ...context, requestId: 'req_2', ip: '203.0.113.8' };
    let bundles: unknown[];
    beforeEach(async () => {
      bundles = [];
      await outbox.close();
    });
    const openBundled = (over: Partial<Bus> = {}): CommandOutbox => (outbox = open(over, [notes]));
    const listenToBundles = (): Promise<void> =>
      bus.consume(notes, (deliveries) => {
        bundles.push(...deliveries.map(({ payload: { commands } }) => commands));
        return Promise.resolve();
      });
    const of = (position: unknown, by: RequestContext) => ({ payload: { position }, context: by });

    test('sends the commands that wait as one message, each with its own context', async () => {
      await listenToBundles();
      await put(1);
      await database.inTenant(context.scope, (tx) => outbox.put(tx, note, { position: 2 }, other));
      openBundled();
      await isEmpty();
      expect(bundles).toEqual([[of(1, context), of(2, other)]]);
    });

    test('sends a command that waits alone as it is', async () => {
      await listen();
      await put(1);
      openBundled();
      await isEmpty();
      expect(received).toEqual([1]);
    });

    test('keeps messages far below their limit', async () => {
      await listenToBundles();
      await database.inTenant(context.scope, async (tx) => {
        const padded = { filler: 'x'.repeat(300_000) };
        for (const position of upTo(6)) await outbox.put(tx, note, { position, ...padded }, context);
      });
      openBundled();
      await isEmpty();
      expect(bundles).toEqual([upTo(3), [3, 4, 5]].map((group) => group.map((n) => of(n, context))));
    });

    test('sends each by itself if one breaks its contract, which stays', async () => {
      await listen();
      await listenToBundles();
      await database.inTenant(context.scope, async (tx) => {
        for (const position of [1, 'two', 3]) await outbox.put(tx, note, { position } as never, context);
      });
      openBundled();
      await eventually(async () => ((await left()) === 1 ? true : undefined));
      expect(inOrder()).toEqual([1, 3]);
    });

    test('keeps all of a message that the bus did not take', async () => {
      let attempts = 0;
      await put(1, 2);
      openBundled({
        send: (contract, sent, by) => {
          attempts += 1;
          return attempts < 3 ? Promise.reject(unavailable('The broker')) : bus.send(contract, sent, by);
        },
      });
      await listenToBundles();
      await isEmpty();
      expect({ bundles, attempts }).toEqual({ bundles: [[of(1, context), of(2, context)]], attempts: 3 });
    });
  });

  test('sends nothing from a transaction that was rolled back', async () => {
    await listen();
    const rolledBack = database.inTenant(context.scope, async (tx) => {
      await outbox.put(tx, note, { position: 1 }, context);
      throw new Error('changed my mind');
    });
    await expect(rolledBack).rejects.toThrow('changed my mind');
    await put(2);
    outbox.wake();
    await isEmpty();
    expect(received).toEqual([2]);
  });

  test('rejects a command that it was not opened for', async () => {
    const rejectedPut = database.inTenant(context.scope, (tx) => outbox.put(tx, unknown, { position: 1 }, context));
    await expect(rejectedPut).rejects.toThrow('does not relay unknown');
  });

  test('sends the commands that a closed process had committed', async () => {
    await outbox.close();
    await put(1, 2);
    await listen();
    outbox = open();
    await isEmpty();
    expect(inOrder()).toEqual([1, 2]);
  });

  test('retries a command until it is delivered', async () => {
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
    expect({ received, attempts }).toEqual({ received: [1], attempts: 3 });
  });

  test('keeps and logs a command that cannot be sent, and sends those behind it', async () => {
    await listen();
    await putUnknown(MANY);
    await put(...upTo(MANY));
    await putUnknown(1);
    outbox.wake();
    await eventually(async () => ((await left()) === MANY + 1 ? true : undefined));
    expect(inOrder()).toEqual(upTo(MANY));
    await eventually(() =>
      Promise.resolve(log.text().includes('The outbox contains an unknown command: unknown') || undefined),
    );
  });

  test('waits for commands in flight when it closes, and leaves the rest', async () => {
    await outbox.close();
    let sendStarted: () => void = () => undefined;
    let finish: () => void = () => undefined;
    const isSending = new Promise<void>((resolve) => (sendStarted = resolve));
    const finished = new Promise<void>((resolve) => (finish = resolve));
    outbox = open({
      send: async () => {
        sendStarted();
        await finished;
      },
    });
    await put(...upTo(MANY));
    outbox.wake();
    await isSending;
    let isClosed = false;
    const closing = outbox.close().then(() => (isClosed = true));
    expect(await left()).toBe(MANY);
    expect(isClosed).toBe(false);
    finish();
    await closing;
    expect(await left()).toBe(MANY - 100);
  });
});
