import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { SpanKind } from '@opentelemetry/api';
import { ConfigError } from '../../src/config/load-config.ts';
import { createMetrics } from '../../src/metrics/create-metrics.ts';
import type { Metrics } from '../../src/metrics/metrics.ts';
import { isTracing } from '../../src/tracing/is-tracing.ts';
import { inJobSpan, startSpan } from '../../src/tracing/spans.ts';
import { startTracing } from '../../src/trace-export/start-tracing.ts';
import { createTestLogger } from '@strata/testkit/test-logger';
import { eventually } from '@strata/testkit/eventually';
import { freePort } from '@strata/testkit/free-port';
import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const VARIABLES = ['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_BSP_SCHEDULE_DELAY', 'OTEL_EXPORTER_OTLP_TIMEOUT'];
const COMPILED = fileURLToPath(new URL('../../dist/', import.meta.url));

describe('traces', () => {
  afterEach(() => {
    for (const name of VARIABLES) Reflect.deleteProperty(process.env, name);
  });

  const start = async (env: Readonly<Record<string, string>>) => {
    Object.assign(process.env, env);
    const metrics = createMetrics({ service: 'test' });
    const log = createTestLogger();
    return { ...(await startTracing({ service: 'test', env, logger: log.logger, metrics })), metrics, log };
  };
  const makeSpans = (count: number): void => {
    for (let made = 0; made < count; made += 1)
      startSpan(`span ${String(made)}`, { kind: SpanKind.INTERNAL, attributes: {} }).end();
  };

  test.each([
    ['no receiver is named', {}],
    ['they are turned off', { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1', OTEL_SDK_DISABLED: 'true' }],
    ['no exporter is wanted', { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1', OTEL_TRACES_EXPORTER: 'none' }],
  ])('are off if %s', async (_when, env) => {
    const tracing = await start(env);
    expect(isTracing()).toBe(false);
    expect(startSpan('a span', { kind: SpanKind.INTERNAL, attributes: {} }).isRecording()).toBe(false);
    await tracing.close();
  });

  test.each([
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'localhost:4318'],
    ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc'],
    ['OTEL_TRACES_SAMPLER', 'sometimes'],
    ['OTEL_TRACES_SAMPLER_ARG', '1.5'],
  ])('are not started with a wrong %s, and the error does not show its value', async (name, value) => {
    const failed = start({ [name]: value });
    await expect(failed).rejects.toThrow(ConfigError);
    await expect(failed).rejects.toThrow(name);
    await expect(failed).rejects.not.toThrow(value);
  });

  test('reach the receiver when the process stops', async () => {
    const paths: (string | undefined)[] = [];
    const server = createServer((request, response) => {
      paths.push(request.url);
      request.resume().on('end', () => response.writeHead(200).end());
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const tracing = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${String(port)}` });
    makeSpans(3);
    await tracing.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    expect(paths).toEqual(['/v1/traces']);
    expect(await counted(tracing.metrics)).toEqual({ exported: 3 });
  });

  test('wait up to a bound for a receiver that is away, are counted when they are lost, and never delay their work', async () => {
    const tracing = await start({
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${String(await freePort())}`,
      OTEL_BSP_MAX_QUEUE_SIZE: '100',
      OTEL_BSP_SCHEDULE_DELAY: '10',
      OTEL_EXPORTER_OTLP_TIMEOUT: '50',
    });
    makeSpans(250);
    // A hundred are being sent, and a hundred wait.
    expect(await counted(tracing.metrics)).toMatchObject({ dropped: 50 });
    await expect(inJobSpan('a job', {}, undefined, () => Promise.resolve('done'))).resolves.toBe('done');
    const lost = async (): Promise<number> => {
      const { failed = 0, dropped = 0 } = await counted(tracing.metrics);
      return failed + dropped;
    };
    await eventually(async () => (await lost()) === 251);
    makeSpans(1);
    await eventually(async () => (await lost()) === 252);
    expect(tracing.log.lines.filter(({ message }) => message === 'Traces could not be exported')).toHaveLength(1);
    await tracing.close();
    expect(isTracing()).toBe(false);
  });
});

describe('the SDK', () => {
  /** The packages of OpenTelemetry that a process has loaded. */
  const loaded = async (env: Readonly<Record<string, string>>): Promise<string[]> => {
    const program = `
      import { createRequire } from 'node:module';
      const { startTracing } = await import('${COMPILED}trace-export/start-tracing.js');
      const { createMetrics } = await import('${COMPILED}metrics/create-metrics.js');
      const { createLogger } = await import('${COMPILED}log/logger.js');
      await import('${COMPILED}service/run-service.js');
      const logger = createLogger({ service: 'test', level: 'error' });
      await startTracing({ service: 'test', env: process.env, logger, metrics: createMetrics({ service: 'test' }) });
      const names = Object.keys(createRequire(import.meta.url).cache).map((path) => /@opentelemetry[\\\\/]([\\w-]+)/.exec(path)?.[1]);
      console.log(JSON.stringify([...new Set(names.filter(Boolean))]));
      process.exit();`;
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], {
      env: { PATH: process.env['PATH'] ?? '', ...env },
    });
    return JSON.parse(stdout) as string[];
  };
  let off: string[];
  beforeAll(async () => {
    off = await loaded({});
  });

  test('is not loaded unless a receiver is named', async () => {
    expect(off).toEqual(['api']);
    const on = await loaded({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' });
    expect(on).toEqual(expect.arrayContaining(['api', 'sdk-trace-node', 'exporter-trace-otlp-proto']));
  });
});

async function counted(metrics: Metrics): Promise<Record<string, number>> {
  const rows = [
    ...(await metrics.render()).matchAll(/^strata_trace_spans_total\{[^}]*outcome="(\w+)"[^}]*\} (\d+)$/gm),
  ];
  return Object.fromEntries(rows.map(([, outcome = '', count]) => [outcome, Number(count)]));
}
