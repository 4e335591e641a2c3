import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { recordAudit } from '@strata/contracts/calls/organizations';
import { startErasure } from '@strata/contracts/operations/erasures';
import { startLearning } from '@strata/contracts/operations/learn';
import { synthesize } from '@strata/contracts/operations/synthesize';
import { systemContext } from '@strata/kernel/actor';
import { newId } from '@strata/kernel/ids';
import { AmqpNames } from '@strata/platform/bus/amqp/topology';
import { CloseStack } from '@strata/platform/lifecycle/closeable';
import { eventually } from '@strata/testkit/eventually';
import { describeOnServices, type RealServices } from '@strata/testkit/real-services';
import { connect } from 'amqplib';
import { setTimeout as delay } from 'node:timers/promises';
import { runReconciliation } from '../src/run-reconciliation.ts';
import { EventStream } from './fixtures/event-stream.ts';
import { newTenant } from './fixtures/new-tenant.ts';
import { ReconciledSystem, withSomeOfEverything } from './reconcile/reconciled-system.ts';

const RUNS_UNDER_LOAD = 3;
const EVENTS_BETWEEN_RUNS = 200;
/** Leaves time for learn jobs to end. */
const PAUSE_MS = 400;

describeOnServices('npm run reconcile, while the services work', (startServices) => {
  const stack = new CloseStack();
  let real: RealServices;
  let system: ReconciledSystem;
  beforeAll(async () => {
    real = stack.use(await startServices());
    system = await ReconciledSystem.start(stack, real);
  });
  afterAll(() => stack.close());

  test('finds no difference under captures, learn jobs, syntheses and an erasure', async () => {
    const { api } = await newTenant(system.base);
    const users = ['customer-eve', 'customer-flo', undefined];
    const stream = EventStream.start(api, 'load', PAUSE_MS, users);
    let isOver = false;
    const repeatedly = async (work: () => Promise<unknown>): Promise<void> => {
      while (!isOver) {
        await work();
        await delay(PAUSE_MS);
      }
    };
    const work = [
      repeatedly(() => api.call(startLearning, { body: {} })),
      repeatedly(() => api.call(synthesize, { body: { query: 'Which parcel waits at the depot?', maxTokens: 300 } })),
    ];
    try {
      let last = 0;
      for (let run = 0; run < RUNS_UNDER_LOAD; run += 1) {
        await eventually(() => stream.accepted.size >= last + EVENTS_BETWEEN_RUNS);
        last = stream.accepted.size;
        if (run === 1) await api.call(startErasure, { body: { userId: 'customer-eve' } });
        expect(await system.reconcile('--wait', '4')).toMatchObject({ exitCode: 0, left: {}, errors: [] });
      }
    } finally {
      isOver = true;
      await stream.close();
      await Promise.all(work);
    }
    await api.learn();
    expect(await system.reconcile()).toMatchObject({ exitCode: 0, left: {}, errors: [] });
  });

  test('replays a dead letter whose data is right, and leaves one whose data is wrong', async () => {
    const { AMQP_URL: url, AMQP_PREFIX: prefix } = real.env;
    const { tenantId } = await newTenant(system.base);
    const context = systemContext({ tenantId, environment: 'live' }, newId('req'));
    const entry = { action: 'key.create', resourceId: null, outcome: 'success', changes: null } as const;
    const connection = await connect(url);
    try {
      const channel = await connection.createConfirmChannel();
      const queue = new AmqpNames(prefix).deadLetters(recordAudit);
      const put = async (payload: unknown): Promise<void> => {
        channel.sendToQueue(queue, Buffer.from(JSON.stringify(payload)), {
          headers: { context: JSON.stringify(context) },
        });
        await channel.waitForConfirms();
      };
      await put({ entries: [{ ...entry, entryId: newId('aud'), at: new Date().toISOString() }] });
      await put({ entries: 'none' });
      const found = await system.reconcile('--only', 'dead-letters', '--wait', '0.2');
      expect(found.left['dead-letters']?.map(({ message }) => message).sort()).toEqual([
        'it breaks its contract',
        'its service rejected it',
      ]);
      expect(found.left['dead-letters']?.map((difference) => difference.tenantId)).toEqual([tenantId, tenantId]);
      const repaired = await system.reconcile('--only', 'dead-letters', '--wait', '0.2', '--repair');
      expect(repaired).toMatchObject({
        exitCode: 1,
        repaired: { 'dead-letters': [{ message: 'its service rejected it' }] },
        left: { 'dead-letters': [{ message: 'it breaks its contract' }] },
      });
      await channel.purgeQueue(queue);
    } finally {
      await connection.close();
    }
  });

  test('reads one tenant and one check if they are asked for, and says what is wrong with a request', async () => {
    const { tenantId } = (await withSomeOfEverything(system.base)).tenant;
    await system.session.query('update ingest.event_counts set events = events + 1');
    const found = await system.reconcile('--tenant', tenantId, '--only', 'event-counts', '--wait', '0.2');
    expect(found.left['event-counts']?.map((difference) => difference.tenantId)).toEqual([tenantId]);
    const others = await system.reconcile('--repair', '--wait', '0.2');
    expect(others.repaired['event-counts']?.length).toBeGreaterThan(1);
    await expect(system.reconcile('--only', 'no-such-check')).rejects.toThrow('there is no check "no-such-check"');
    await expect(system.reconcile('--wait', 'long')).rejects.toThrow('--wait takes seconds');
    const lines: string[] = [];
    await runReconciliation(['--checks'], real.env, (line) => lines.push(line));
    expect(lines.every((line) => /^[a-z-]+: [A-Z]/.test(line))).toBe(true);
  });

  test('finds what waits for services that do not respond', async () => {
    const { tenantId } = await newTenant(system.base);
    await system.stop();
    await system.session.query(
      `insert into learn.index_outbox (tenant_id, environment, entry_id, written_at)
       values ($1, 'live', 'mem_late', now() - interval '1 hour')`,
      [tenantId],
    );
    await system.session.query(
      `insert into gateway.command_outbox (tenant_id, environment, command, payload, context)
       values ($1, 'live', 'recordAudit', '{}', '{}')`,
      [tenantId],
    );
    expect(await system.reconcile('--wait', '0.2')).toMatchObject({
      exitCode: 1,
      left: {
        'index-backlog': [{ tenantId, message: expect.stringMatching(/^1 changes wait, the oldest since /) }],
        'gateway-outbox': expect.arrayContaining([
          expect.objectContaining({ tenantId, message: 'the command recordAudit waits to be sent' }),
        ]),
      },
    });
  });
});
