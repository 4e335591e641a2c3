import { openAll } from '@strata/platform/lifecycle/closeable';
import { createMetrics } from '@strata/platform/metrics/create-metrics';
import { startTracing } from '@strata/platform/trace-export/start-tracing';
import { silentLogger } from '@strata/testkit/test-logger';
import { describeSystemOnServices } from './fixtures/system-fixture.ts';
import { traceRules } from './traces/trace-rules.ts';

describeSystemOnServices('Traces over PostgreSQL and RabbitMQ', (start) => {
  traceRules(
    (options) =>
      openAll(async (stack) => {
        const metrics = createMetrics({ service: 'test' });
        stack.use(await startTracing({ service: 'test', env: process.env, logger: silentLogger, metrics }));
        const { base } = stack.use(await start(options));
        return { base, close: () => stack.close() };
      }),
    'rabbitmq',
  );
});
