import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { captureBatch, captureEvent } from '@strata/contracts/operations/capture';
import { synthesize } from '@strata/contracts/operations/synthesize';
import { getUsageMetrics } from '@strata/contracts/operations/usage';
import { createInProcessBus } from '@strata/platform/bus/in-process';
import { CloseStack } from '@strata/platform/lifecycle/closeable';
import { createMetrics } from '@strata/platform/metrics/create-metrics';
import { describeOnDatabase } from '@strata/testkit/test-databases';
import { silentLogger } from '@strata/testkit/test-logger';
import { composeServices } from '../src/compose-services.ts';
import { deploymentSecrets } from './fixtures/deployment-secrets.ts';
import { newTenant } from './fixtures/new-tenant.ts';

const messageAbout = (content: string) => ({
  type: 'message',
  sessionId: 'turn',
  payload: { role: 'Maya', content: `We saw ${content} from the pier.` },
});

describeOnDatabase('At the turn of the year', (backend) => {
  const stack = new CloseStack();
  let now = new Date('2026-12-31T23:59:59.999Z');
  let base: string;

  beforeAll(async () => {
    const { connection } = stack.use(await backend.start());
    const bus = stack.use(createInProcessBus());
    const env = { ...deploymentSecrets(), PORT: '0', DEFAULT_PLAN: 'enterprise' };
    const { port } = await composeServices(stack, env, (service) => ({
      bus,
      connection,
      logger: silentLogger,
      metrics: createMetrics({ service }),
      clock: { now: () => now },
    }));
    base = `http://127.0.0.1:${String(port)}`;
  });
  afterAll(() => stack.close());

  test('monthly and daily counts restart at zero, and totals still include earlier data', async () => {
    const { api } = await newTenant(base);
    await api.call(captureEvent, { body: messageAbout('the first ferry') });
    await api.call(captureBatch, {
      body: { events: [messageAbout('the second ferry'), messageAbout('the third ferry')] },
    });
    await api.learn();
    await api.call(synthesize, { body: { query: 'ferry' } });
    expect(await api.call(getUsageMetrics)).toMatchObject({
      period: { month: '2026-12', day: '2026-12-31' },
      usage: { eventsThisMonth: 3, synthesesToday: 1, compilationsToday: 1 },
      totals: { events: 3, memories: 3 },
    });

    now = new Date('2027-01-01T00:00:00.000Z');
    expect(await api.call(getUsageMetrics)).toMatchObject({
      period: { month: '2027-01', day: '2027-01-01' },
      usage: { eventsThisMonth: 0, synthesesToday: 0, compilationsToday: 0 },
      totals: { events: 3, memories: 3 },
    });
    await api.call(captureEvent, { body: messageAbout('the first gull') });
    await api.learn();
    await api.call(synthesize, { body: { query: 'gull' } });
    expect(await api.call(getUsageMetrics)).toMatchObject({
      usage: { eventsThisMonth: 1, synthesesToday: 1, compilationsToday: 1 },
      totals: { events: 4, memories: 4 },
    });
  });
});
