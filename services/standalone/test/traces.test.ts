import { describe } from '@jest/globals';
import { startStandalone } from './fixtures/system-fixture.ts';
import { traceRules } from './traces/trace-rules.ts';

describe('Traces of the standalone process', () => {
  const endpoint = () => ({ OTEL_EXPORTER_OTLP_ENDPOINT: process.env['OTEL_EXPORTER_OTLP_ENDPOINT'] ?? '' });
  traceRules(
    ({ settings, ...options }) => startStandalone({ ...options, settings: { ...settings, ...endpoint() } }),
    'in_process',
  );
});
