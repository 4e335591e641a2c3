import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { captureBatch } from '@strata/contracts/operations/capture';
import { captureTraces } from '@strata/contracts/operations/traces';
import { synthesize } from '@strata/contracts/operations/synthesize';
import { OPERATIONS } from '@strata/contracts/operations/table';
import { ALERT_RULES } from '@strata/gateway/health/alert-rules';
import { HEALTH_RULES } from '@strata/gateway/health/health-rules';
import { CloseStack } from '@strata/platform/lifecycle/closeable';
import { eventually } from '@strata/testkit/eventually';
import { silentLogger } from '@strata/testkit/test-logger';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createStandalone } from '../src/app.ts';
import { pathOf } from './fixtures/api-client.ts';
import { RawClient, type RawRequest } from './fixtures/raw-client.ts';
import { deploymentSecrets } from './fixtures/deployment-secrets.ts';
import { SHORTCUTS } from './fixtures/system-fixture.ts';
import { newTenant, type NewTenant } from './fixtures/new-tenant.ts';
import { lintMetric, parseExposition, seriesOf, type MetricFamily } from './health/exposition.ts';
import { LABEL_VALUES } from './health/label-values.ts';

const MANUAL = new URL('../../../docs/operations.md', import.meta.url);
const LAST_PATH = '/.well-known/jwks.json';
const REQUESTS = 1_000;
const CONCURRENCY = 20;
const TIMEOUT_LABEL = /"(unavailable|expired|503)"/;
/** A part of every invented id, path and name. The metrics must not contain it. */
const PLANTED = 'zqplanted';
const planted = (): string => `${PLANTED}${randomBytes(6).toString('hex')}`;

/** Metrics without samples in this suite: it exceeds no limit, overloads nothing, denies no event, sweeps nothing and handles no secrets and compiles only on request. */
const METRICS_WITHOUT_SAMPLES = [
  'strata_limits_hit_total',
  'strata_shed_requests_total',
  'strata_capture_denied_events_total',
  'strata_search_index_refreshes_total',
  'strata_lifecycle_memories_total',
  'strata_lifecycle_events_total',
  'strata_lifecycle_last_sweep_timestamp_seconds',
  'strata_secrets_replaced_total',
  'strata_vault_reveals_total',
  'strata_automatic_learn_jobs_total',
  'strata_automatic_learn_sessions',
  'strata_automatic_learn_events',
  'strata_event_months_dropped_total',
];

describe('the metrics of a standalone process', () => {
  const stack = new CloseStack();
  let base: string;
  let raw: RawClient;
  let tenant: NewTenant;
  let families: MetricFamily[];
  let text: string;

  const scrape = async (): Promise<string> => (await fetch(`${base}/metrics`)).text();
  const strataFamilies = (exposition: string): MetricFamily[] =>
    parseExposition(exposition).filter(({ name }) => name.startsWith('strata_'));
  const requestsIn = (exposition: string): number =>
    strataFamilies(exposition)
      .flatMap(({ samples }) => samples)
      .filter(({ name }) => name === 'strata_http_request_duration_seconds_count')
      .reduce((sum, { value }) => sum + value, 0);
  const seriesIn = (exposition: string): string[] =>
    strataFamilies(exposition)
      .flatMap(({ samples }) => samples.map(seriesOf))
      .sort();

  beforeAll(async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'strata-metrics-'));
    stack.defer(() => rm(dataDir, { recursive: true, force: true }));
    const settings = {
      ...deploymentSecrets(),
      PORT: '0',
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      DEFAULT_PLAN: 'enterprise',
      LEARN_AUTO: 'off',
      ANONYMOUS_REQUESTS_PER_MINUTE: '1000000',
      // Nothing listens there, so the metrics of the embedding provider count failures.
      OPENAI_BASE_URL: 'http://127.0.0.1:1/v1',
    };
    const { port } = stack.use(await createStandalone(settings, silentLogger, SHORTCUTS));
    base = `http://127.0.0.1:${String(port)}`;
    raw = new RawClient(base);
    stack.defer(() => raw.close());
    tenant = await newTenant(base);
    await sendEveryRequest();
    // The gateway checks alerts at least every five seconds, and a scrape is at most one second old.
    text = await eventually(async () => {
      const now = await scrape();
      return now.includes('strata_alert_firing{') && now.includes(`route="${LAST_PATH}"`) && now;
    });
    families = parseExposition(text);
  });
  afterAll(() => stack.close());

  /** Runs the core loop, then sends valid and invalid requests to every operation, with invented ids and paths. */
  async function sendEveryRequest(): Promise<void> {
    const { api } = tenant;
    const message = { type: 'message', sessionId: planted(), metadata: { agentId: planted() } };
    const events = ['The export runs at four', 'The export failed'].map((content) => ({
      ...message,
      payload: { role: planted(), content: `${content} ${planted()}` },
    }));
    await api.call(captureTraces, { body: { resourceSpans: [] } });
    await api.call(captureBatch, { body: { events } });
    await api.learn();
    await api.call(synthesize, { body: { query: `export ${planted()}`, maxTokens: 300 } });
    for (const request of everyRequest()) await raw.send(request);
  }

  function everyRequest(): RawRequest[] {
    const authorization = (credential = ''): [string, string] => ['Authorization', `Bearer ${credential}`];
    const withRequestId = (request: RawRequest): RawRequest => ({
      ...request,
      headers: [...(request.headers ?? []), ['X-Request-Id', planted()]],
    });
    const known = OPERATIONS.flatMap((operation) => {
      const names = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
      const path = pathOf(operation, {
        params: Object.fromEntries(names.map((name) => [name, planted()])),
        query: { [planted()]: planted() },
      });
      const { method } = operation;
      const request =
        method === 'POST' || method === 'PATCH' ? { method, path, body: { [planted()]: 1 } } : { method, path };
      return [undefined, tenant.api.credential, tenant.user.credential, planted()].map((credential) => ({
        ...request,
        headers: credential === undefined ? [] : [authorization(credential)],
      }));
    });
    const unknown = ['GET', 'POST', 'DELETE', 'PUT', 'HEAD', 'OPTIONS', 'PROPFIND', 'REPORT'].flatMap((method) => [
      { method, path: `/${planted()}/${planted()}` },
      { method, path: `/v1/artifacts/${planted()}?${planted()}=${planted()}` },
      { method, path: `/v1/${planted()}%E0%A4%A` },
    ]);
    const publicPaths = ['/health', '/metrics', '/docs', '/v1/openapi.json', LAST_PATH];
    return [...known, ...unknown, ...publicPaths.map((path) => ({ method: 'GET', path }))].map(withRequestId);
  }

  test('pass the linter', () => {
    expect(families.flatMap(lintMetric)).toEqual([]);
  });

  test('contain no id, e-mail address, path or other value of a request', () => {
    const { tenantId, userId, email } = tenant;
    const secret = [PLANTED, tenantId, userId, email, 'example.org', base, 'Bearer'];
    expect(secret.filter((value) => text.toLowerCase().includes(value.toLowerCase()))).toEqual([]);
    expect(text).not.toMatch(/(ten|usr|key|evt|mem|art|lrn|cap|req|wrk|org)_[0-9a-zA-Z]{8}/);
  });

  test('have known label values only', () => {
    const unknown = strataFamilies(text).flatMap(({ name, samples }) =>
      samples.flatMap(({ labels }) =>
        Object.entries(labels)
          .filter(([label]) => label !== 'le')
          .filter(([label, value]) => !(LABEL_VALUES[`${name} ${label}`] ?? LABEL_VALUES[label] ?? []).includes(value))
          .map(([label, value]) => `${name}{${label}="${value}"}`),
      ),
    );
    expect([...new Set(unknown)]).toEqual([]);
  });

  test('gain no series from another thousand requests', async () => {
    const before = seriesIn(text);
    const requests = Array.from({ length: Math.ceil(REQUESTS / everyRequest().length) }, everyRequest).flat();
    for (let from = 0; from < requests.length; from += CONCURRENCY)
      await Promise.all(requests.slice(from, from + CONCURRENCY).map((request) => raw.send(request)));
    expect(requests.length).toBeGreaterThanOrEqual(REQUESTS);
    const after = seriesIn(
      await eventually(async () => {
        const now = await scrape();
        return requestsIn(now) >= requestsIn(text) + requests.length && now;
      }),
    );
    // Calls may time out on a busy machine.
    const added = after.filter((series) => !before.includes(series) && !TIMEOUT_LABEL.test(series));
    expect(added).toEqual([]);
    expect(after.length).toBeLessThan(6_500);
  });

  test('count captured events, created memories, learn jobs, syntheses and failures of the provider', () => {
    const sum = (name: string, labels: Readonly<Record<string, string>> = {}): number =>
      families
        .flatMap(({ samples }) => samples)
        .filter((sample) => sample.name === name)
        .filter((sample) => Object.entries(labels).every(([label, value]) => sample.labels[label] === value))
        .reduce((total, { value }) => total + value, 0);
    expect(sum('strata_ingest_events_total', { outcome: 'stored' })).toBe(2);
    expect(sum('strata_learn_events_total')).toBe(2);
    expect(sum('strata_learn_memories_total', { change: 'created' })).toBe(2);
    expect(sum('strata_learn_job_duration_seconds_count', { outcome: 'completed' })).toBe(1);
    expect(sum('strata_synthesize_duration_seconds_count', { outcome: 'answered' })).toBe(1);
    expect(sum('strata_synthesize_packed_tokens_sum')).toBeGreaterThan(10);
    expect(sum('strata_embedding_duration_seconds_count', { purpose: 'query', outcome: 'failed' })).toBe(1);
    expect(sum('strata_health_status', { subsystem: 'all', status: 'healthy' })).toBe(1);
    expect(sum('strata_service_up')).toBe(5);
    expect(sum('strata_cache_up')).toBe(1);
  });

  test('have the names, types and labels in the manual', async () => {
    const manual = await readFile(MANUAL, 'utf8');
    const listed = [...manual.matchAll(/^\| `(strata_\w+)` +\| (\w+) +\| ([^|]*)\|/gm)].map(
      ([, name, type, labels = '']) => ({
        name,
        type,
        labels: [...labels.matchAll(/`(\w+)`/g)].map(([, label]) => label).sort(),
      }),
    );
    const published = strataFamilies(text).map(({ name, type, samples }) => ({
      name,
      type,
      labels: [...new Set(samples.flatMap(({ labels }) => Object.keys(labels)))]
        .filter((label) => label !== 'le' && label !== 'service')
        .sort(),
    }));
    const byName = (a: { name?: string | undefined }, b: { name?: string | undefined }): number =>
      (a.name ?? '').localeCompare(b.name ?? '');
    const withoutSamples = strataFamilies(text)
      .filter(({ samples }) => samples.length === 0)
      .map(({ name }) => name);
    expect(withoutSamples.filter((name) => !METRICS_WITHOUT_SAMPLES.includes(name))).toEqual([]);
    const known = listed.map((metric) =>
      withoutSamples.includes(metric.name ?? '') ? { ...metric, labels: [] } : metric,
    );
    expect(published.sort(byName)).toEqual(known.sort(byName));
  });
});

test('the manual lists all health rules and alerts', async () => {
  const manual = await readFile(MANUAL, 'utf8');
  const rows = manual.split('\n').map((line) =>
    line
      .split('|')
      .map((cell) => cell.trim().replaceAll('`', ''))
      .slice(1, -1),
  );
  const rules = HEALTH_RULES.map(({ subsystem, status, when, because }) => [subsystem, status, when, because]);
  expect(
    rows.filter(([subsystem = '', status = '']) => rules.some(([one, two]) => one === subsystem && two === status)),
  ).toEqual(rules);
  const alerts = ALERT_RULES.map(({ name, severity }) => [name, severity]);
  expect(
    rows.filter(([, severity = '']) => ['critical', 'warning'].includes(severity)).map((row) => row.slice(0, 2)),
  ).toEqual(alerts);
});
