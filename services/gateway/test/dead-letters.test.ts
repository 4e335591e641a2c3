import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { recordAudit, type AuditReport } from '@strata/contracts/calls/organizations';
import { systemContext } from '@strata/kernel/actor';
import { AmqpNames } from '@strata/platform/bus/amqp/topology';
import { createAmqpBus } from '@strata/platform/bus/amqp';
import { RejectMessage, type Bus } from '@strata/platform/bus/bus';
import { CloseStack } from '@strata/platform/lifecycle/closeable';
import { eventually } from '@strata/testkit/eventually';
import { describeOnServices, type RealServices } from '@strata/testkit/real-services';
import { silentLogger } from '@strata/testkit/test-logger';
import { connect } from 'amqplib';
import { manageDeadLetters } from '../src/manage-dead-letters.ts';

const SECRET = 'kelp-and-7-tides';
const context = systemContext({ tenantId: 'ten_1', environment: 'live' }, 'req_1');
const reportOf = (entryId: string): AuditReport => ({
  entries: [
    { entryId, action: 'key.create', resourceId: null, outcome: 'success', changes: {}, at: '2026-05-08T09:00:00Z' },
  ],
});

describeOnServices('The command for dead letters', (start) => {
  const stack = new CloseStack();
  let real: RealServices;
  let bus: Bus;
  let isBroken = true;
  const recorded: string[] = [];

  const run = (...argv: string[]): Promise<string> => manageDeadLetters(argv, real.env);
  const listed = async (): Promise<{ id: string; faults: string[]; tenantId: string | null }[]> =>
    JSON.parse(await run('list', 'enterprise-org.recordAudit', '--json')) as Awaited<ReturnType<typeof listed>>;
  const waitFor = (count: number): Promise<true> => eventually(async () => (await listed()).length === count);

  beforeAll(async () => {
    real = await start();
    stack.use(real);
    bus = createAmqpBus({
      ...{ url: real.env.AMQP_URL, prefix: real.env.AMQP_PREFIX, service: 'enterprise-org', instanceId: 'one' },
      logger: silentLogger,
    });
    stack.use(bus);
    await bus.consume(recordAudit, async (deliveries) => {
      if (isBroken) throw new RejectMessage('a row breaks a constraint');
      for (const { payload } of deliveries) recorded.push(...payload.entries.map(({ entryId }) => entryId));
    });
  });
  afterAll(() => stack.close());

  it('counts those of every command, also where no queue exists yet', async () => {
    await bus.send(recordAudit, reportOf('aud_1'), context);
    await bus.send(recordAudit, reportOf(`DB_PASSWORD=${SECRET}`), context);
    await waitFor(2);
    const counts = JSON.parse(await run('--json')) as Record<string, number>;
    expect(counts).toMatchObject({ 'enterprise-org.recordAudit': 2, 'ingest.storeEvents': 0 });
    expect(await run()).toMatch(/^ +2 {2}enterprise-org\.recordAudit$/m);
    expect((await bus.queueFigures(recordAudit)).failed).toBe(2);
  });

  it('shows one without its secrets, and leaves it where it is however often it is shown', async () => {
    for (let time = 0; time < 7; time += 1) expect(await listed()).toHaveLength(2);
    const shown: string[] = [];
    for (const { id } of await listed()) shown.push(await run('show', 'enterprise-org.recordAudit', id));
    expect(shown.join()).toContain('"entryId": "aud_1"');
    expect(shown.join()).toContain('DB_PASSWORD=[secret:');
    expect(shown.join()).not.toContain(SECRET);
    expect(shown.join()).toContain('"tenantId": "ten_1"');
    expect(await run('list', 'enterprise-org.recordAudit')).toContain('rejected: see the log of its service');
  });

  it('says which were rejected again after a replay', async () => {
    const [first] = await listed();
    const replayed = JSON.parse(
      await run('replay', 'enterprise-org.recordAudit', String(first?.id), '--json'),
    ) as unknown;
    expect(replayed).toEqual({ replayed: [first?.id], rejectedAgain: [first?.id] });
    expect(await listed()).toHaveLength(2);
  });

  it('replays those that were asked for, and each once', async () => {
    isBroken = false;
    const letters = await listed();
    const good = letters.find(({ faults }) => faults.length === 0);
    const ids = letters.map(({ id }) => id);
    expect(await run('replay', 'enterprise-org.recordAudit', ...ids)).toMatch(/^2 sent to enterprise-org again$/);
    expect(recorded).toHaveLength(2);
    expect(good).toBeDefined();
    expect(await listed()).toEqual([]);
    isBroken = true;
  });

  it('discards for good, and prints what it discards', async () => {
    await bus.send(recordAudit, reportOf('aud_3'), context);
    await bus.send(recordAudit, reportOf(`DB_PASSWORD=${SECRET}`), context);
    await waitFor(2);
    const printed = await run('discard', 'enterprise-org.recordAudit', '--all');
    expect(printed).toContain('aud_3');
    expect(printed).toContain('2 discarded');
    expect(printed).not.toContain(SECRET);
    expect(await listed()).toEqual([]);
  });

  it('names the fields of a message that breaks its contract', async () => {
    const broker = await connect(real.env.AMQP_URL);
    const channel = await broker.createConfirmChannel();
    const headers = { context: JSON.stringify(context) };
    const queue = new AmqpNames(real.env.AMQP_PREFIX).queue(recordAudit);
    channel.sendToQueue(queue, Buffer.from('{"entries":7}'), { headers });
    await channel.waitForConfirms();
    await broker.close();
    await waitFor(1);
    expect((await listed())[0]?.faults).toEqual([expect.stringMatching(/^entries /)]);
    expect(await run('discard', 'enterprise-org.recordAudit', '--all')).toContain('"payload":{"entries":7}');
  });

  it('touches nothing if an id is wrong, and names what there is', async () => {
    await bus.send(recordAudit, reportOf('aud_5'), context);
    await waitFor(1);
    const [letter] = await listed();
    await expect(run('discard', 'enterprise-org.recordAudit', String(letter?.id), 'missing')).rejects.toThrow(
      'there is no dead letter "missing"',
    );
    expect(await listed()).toHaveLength(1);
    await expect(run('list', 'ingest.other')).rejects.toThrow('there are ingest.storeEvents');
    await expect(run('replay', 'ingest.storeEvents')).rejects.toThrow('replay needs either ids or --all');
    await expect(run('drop', 'ingest.storeEvents')).rejects.toThrow('there is no action "drop"');
  });

  it('says that standalone has none if no broker is named', async () => {
    await expect(manageDeadLetters([], {})).rejects.toThrow('standalone keeps no dead letters');
  });

  it('says so if the broker does not respond, without its address', async () => {
    const away = { ...real.env, AMQP_URL: 'amqp://someone:hidden@127.0.0.1:1' };
    await expect(manageDeadLetters([], away)).rejects.toThrow(/^the message broker does not respond: check AMQP_URL$/);
  });
});
