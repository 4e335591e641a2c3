import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Strata } from '@strata/client/strata';
import { CloseStack } from '@strata/platform/lifecycle/closeable';
import { Balancer } from '@strata/testkit/balancer';
import { eventually } from '@strata/testkit/eventually';
import { freePort } from '@strata/testkit/free-port';
import { describeOnServices } from '@strata/testkit/real-services';
import { SdkLoad } from './fixtures/sdk-load.ts';
import { SpawnedSystem } from './fixtures/spawned-system.ts';
import { storedEvents } from './fixtures/event-stream.ts';

const COUNTS = ['gateway=2', 'ingest=3', 'learn-compiler=3', 'synthesis=2', 'enterprise-org=2'];
const RESTARTED = '[cluster] every process was restarted';

describeOnServices('A cluster with several processes of a service', (startServices) => {
  const stack = new CloseStack();
  let system: SpawnedSystem;
  let strata: Strata;

  beforeAll(async () => {
    const real = stack.use(await startServices());
    const port = await freePort(2);
    const settings = { DEFAULT_PLAN: 'enterprise', PORT: String(port) };
    system = stack.use(await SpawnedSystem.startCluster(real, settings, COUNTS));
    const balancer = stack.use(await Balancer.open([port, port + 1]));
    strata = stack.use(new Strata({ baseUrl: balancer.base, apiKey: system.api.credential ?? '' }));
  });
  afterAll(() => stack.close());

  test('fails no request of the SDK while every process is restarted, and stores and learns every event once', async () => {
    const load = SdkLoad.start(strata);
    await eventually(() => load.isRunning);
    system.process.kill('SIGUSR2');
    await eventually(() => system.output.join('').includes(RESTARTED), { withinMs: 240_000 });
    await load.close();

    expect(load.failures).toEqual([]);
    const stored = await eventually(async () => {
      const ids = await storedEvents(system.api);
      return ids.length >= load.accepted.length ? ids : false;
    });
    expect(stored.toSorted()).toEqual(load.accepted.toSorted());

    await strata.learn({ wait: true });
    const sources: string[] = [];
    for await (const { sourceEvents } of strata.api.listMemories({ limit: 100 })) sources.push(...sourceEvents);
    expect(sources.toSorted()).toEqual(load.accepted.toSorted());
  });
});
