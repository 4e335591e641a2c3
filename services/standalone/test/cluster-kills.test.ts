import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { captureEvent } from '@strata/contracts/operations/capture';
import { CloseStack } from '@strata/platform/lifecycle/closeable';
import { eventually } from '@strata/testkit/eventually';
import { describeOnServices } from '@strata/testkit/real-services';
import { AccessStream, loggedAccesses } from './fixtures/access-stream.ts';
import { countEvents, EventStream, storedEvents } from './fixtures/event-stream.ts';
import { OrganizationFixture, synthesizedText } from './fixtures/organization-fixture.ts';
import { SpawnedSystem } from './fixtures/spawned-system.ts';
import { isUnwell, isWell, readHealth, waitForHealth } from './health/read-health.ts';

const SERVICES = ['ingest', 'learn-compiler', 'synthesis', 'enterprise-org', 'vault', 'gateway'] as const;
const EVENTS_BETWEEN_KILLS = 100;
const RESPONSES_BETWEEN_KILLS = 20;
const WITHIN = { withinMs: 60_000 };
const FERRY = 'When does the ferry leave?';
const event = { type: 'message', sessionId: 's', payload: { role: 'user', content: 'The printer is on fire' } };

describeOnServices('A cluster whose processes are killed', (startServices) => {
  const stack = new CloseStack();
  let system: SpawnedSystem;

  beforeAll(async () => {
    const real = stack.use(await startServices());
    system = stack.use(await SpawnedSystem.startCluster(real, { DEFAULT_PLAN: 'enterprise' }));
  }, 120_000);
  afterAll(() => stack.close());

  test.each(['ingest', 'learn-compiler', 'synthesis', 'enterprise-org'])(
    'is degraded while the process of %s hangs, still accepts events, and recovers by itself',
    async (service) => {
      const pid = await system.pidOf(service);
      process.kill(pid, 'SIGSTOP');
      try {
        const { record } = await waitForHealth(system.base, isUnwell);
        expect([record.status, record.subsystems.workers.services[service]]).toEqual(['degraded', 'down']);
        expect(record.alerts.rules).toMatchObject([{ name: 'service_down' }]);
        await system.api.call(captureEvent, { body: event });
      } finally {
        process.kill(pid, 'SIGCONT');
      }
      await waitForHealth(system.base, isWell);
    },
    60_000,
  );

  test('applies a policy change in every process, even in one that has just restarted', async () => {
    const organization = await OrganizationFixture.create(system.base);
    const { api, user } = organization.tenant;
    await organization.learn({ content: 'The ferry leaves at dawn.' });
    expect(await synthesizedText(api, FERRY)).toContain('dawn');
    const policyId = await organization.policy({ effect: 'deny', resource: '*:*', priority: 1 });
    await eventually(async () => (await synthesizedText(api, FERRY)) === '');
    expect(await api.get('/v1/memories')).toMatchObject({ body: { data: { items: [], pagination: { total: 0 } } } });
    await system.killService('synthesis');
    expect(await synthesizedText(api, FERRY)).toBe('');
    await user.delete(organization.path(`policies/${policyId}`));
    await eventually(async () => (await synthesizedText(api, FERRY)).includes('dawn'));
  }, 180_000);

  test('stores every accepted event once and logs every returned memory, while each process is killed in turn', async () => {
    const organization = await OrganizationFixture.create(system.base);
    await organization.learn(
      { content: 'The ferry leaves at dawn.' },
      { content: 'The crane is red.', sessionId: 't' },
    );
    const events = stack.use(EventStream.start(system.api, 'cluster'));
    const accesses = stack.use(AccessStream.start(organization.tenant.api, FERRY));
    for (const service of SERVICES) {
      const [accepted, returned] = [events.accepted.size, accesses.responses];
      await eventually(
        () =>
          events.accepted.size >= accepted + EVENTS_BETWEEN_KILLS &&
          accesses.responses >= returned + RESPONSES_BETWEEN_KILLS,
        WITHIN,
      );
      await system.killService(service);
    }
    await Promise.all([events.close(), accesses.close()]);

    await eventually(async () => (await countEvents(system.api)) >= events.accepted.size, WITHIN);
    const stored = await storedEvents(system.api);
    const distinct = new Set(stored);
    expect(distinct.size).toBe(stored.length);
    expect([...events.accepted].filter((id) => !distinct.has(id))).toEqual([]);

    const logged = await eventually(async () => {
      const entries = await loggedAccesses(organization);
      return [...accesses.returned].every((access) => entries.includes(access)) && entries;
    }, WITHIN);
    expect(accesses.returned.size).toBeGreaterThan(SERVICES.length * RESPONSES_BETWEEN_KILLS);
    expect(new Set(logged).size).toBe(logged.length);
  }, 300_000);

  test('is degraded while a killed process is down, and recovers when it has restarted', async () => {
    const { record } = await eventually(async () => {
      // The process restarts soon, so repeat the kill until the health shows it.
      const pid = await system.pidOf('synthesis').catch(() => undefined);
      if (pid !== undefined) process.kill(pid, 'SIGKILL');
      const response = await readHealth(system.base);
      return isUnwell(response) && response;
    });
    expect([record.status, record.subsystems.workers.services['synthesis']]).toEqual(['degraded', 'down']);
    await eventually(async () => isWell(await readHealth(system.base)), WITHIN);
  }, 90_000);

  test('stops all its processes on SIGTERM', async () => {
    const pids = await Promise.all(SERVICES.map((service) => system.pidOf(service)));
    await system.end('SIGTERM');
    expect(system.process.exitCode).toBe(0);
    for (const pid of pids) expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  }, 60_000);
});
