import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { CloseStack } from '@strata/platform/lifecycle/closeable';
import { eventually } from '@strata/testkit/eventually';
import { describeOnServices } from '@strata/testkit/real-services';
import { OrganizationFixture, synthesizedText } from './fixtures/organization-fixture.ts';
import { SpawnedSystem } from './fixtures/spawned-system.ts';
import { isUnwell, isWell, readHealth } from './health/read-health.ts';

const SERVICES = ['ingest', 'learn-compiler', 'synthesis', 'enterprise-org', 'vault', 'gateway'] as const;
const FERRY = 'When does the ferry leave?';

describeOnServices('A cluster whose processes are killed', (startServices) => {
  const stack = new CloseStack();
  let system: SpawnedSystem;

  beforeAll(async () => {
    const real = stack.use(await startServices());
    system = stack.use(await SpawnedSystem.startCluster(real, { DEFAULT_PLAN: 'enterprise' }));
  });
  afterAll(() => stack.close());

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
  });

  test('is degraded while a killed process is down, and recovers when it has restarted', async () => {
    const { record } = await eventually(async () => {
      // The process restarts soon, so repeat the kill until the health shows it.
      const pid = await system.pidOf('synthesis').catch(() => undefined);
      if (pid !== undefined) process.kill(pid, 'SIGKILL');
      const response = await readHealth(system.base);
      return isUnwell(response) && response;
    });
    expect([record.status, record.subsystems.workers.services['synthesis']]).toEqual(['degraded', 'down']);
    await eventually(async () => isWell(await readHealth(system.base)));
  });

  test('stops all its processes on SIGTERM', async () => {
    const pids = await Promise.all(SERVICES.map((service) => system.pidOf(service)));
    await system.end('SIGTERM');
    expect(system.process.exitCode).toBe(0);
    for (const pid of pids) expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  });
});
