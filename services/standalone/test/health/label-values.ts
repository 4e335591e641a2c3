import * as gateway from '@strata/contracts/calls/gateway';
import * as ingest from '@strata/contracts/calls/ingest';
import * as learn from '@strata/contracts/calls/learn';
import * as organizations from '@strata/contracts/calls/organizations';
import * as process from '@strata/contracts/calls/process';
import * as synthesis from '@strata/contracts/calls/synthesis';
import { OPERATIONS } from '@strata/contracts/operations/table';
import { HEALTH_STATUSES } from '@strata/contracts/schemas/health';
import { ERROR_STATUS } from '@strata/kernel/errors';
import { VERSION } from '@strata/kernel/version';
import { ALERT_RULES } from '@strata/gateway/health/alert-rules';
import { BOUNDS } from '@strata/gateway/shedding/request-classes';
import { RANKING_ARMS } from '@strata/synthesis/synthesis/ranking-arms';

const SERVICES = ['gateway', 'ingest', 'learn-compiler', 'synthesis', 'enterprise-org', 'vault'] as const;
const ERRORS = Object.keys(ERROR_STATUS);

const isContract = (value: unknown): value is { service: string; name: string } =>
  typeof value === 'object' && value !== null && 'kind' in value && 'service' in value && 'name' in value;

const CONTRACTS = [
  ...[gateway, ingest, learn, organizations, process, synthesis].flatMap((calls): unknown[] => Object.values(calls)),
  ...OPERATIONS.map(({ service, name }) => ({ kind: 'call', service, name })),
  ...SERVICES.map((service) => process.readState(service)),
]
  .filter(isContract)
  .map(({ service, name }) => `${service}.${name}`);

const ROUTES = [
  ...OPERATIONS.map(({ path }) => path.replace(/\{(\w+)\}/g, ':$1')),
  ...['/', '/health', '/metrics', '/docs', '/v1/openapi.json', '/.well-known/jwks.json', 'unmatched'],
];

const CALL_OUTCOMES = ['ok', ...ERRORS];

/** The values that a label may have, by metric and label (`metric label`), or by label alone. */
export const LABEL_VALUES: Readonly<Record<string, readonly string[]>> = {
  service: ['standalone', ...SERVICES],
  version: [VERSION],
  method: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'other'],
  route: ROUTES,
  contract: CONTRACTS,
  target: SERVICES,
  alert: ALERT_RULES.map(({ name }) => name),
  queue: ['capture', 'learn'],
  subsystem: ['all', 'database', 'cache', 'workers'],
  limit: ['key', 'tenant', 'address', 'login', 'registration', 'monthly_events'],
  purpose: ['query', 'entries'],
  arm: RANKING_ARMS.map(({ name }) => name),
  step: ['restored', 'archived', 'deleted', 'withdrawn'],
  change: ['created', 'updated', 'deactivated'],
  'strata_http_request_duration_seconds status': [
    ...['200', '201', '202', '302', '304', '422', '499', '405', 'other'],
    ...new Set(Object.values(ERROR_STATUS).map(String)),
  ],
  'strata_health_status status': HEALTH_STATUSES,
  'strata_database_connections state': ['active', 'idle'],
  'strata_automatic_learn_sessions state': ['due', 'queued'],
  'strata_automatic_learn_events state': ['due', 'queued'],
  'strata_capture_backlog_events state': ['waiting', 'active'],
  'strata_event_months state': ['past', 'ahead'],
  'strata_automatic_learn_jobs_total outcome': ['queued', 'failed'],
  cause: ['request', 'automatic', 'retraction', 'erasure', 'export'],
  class: Object.keys(BOUNDS),
  'strata_shed_requests_total part': [...Object.keys(BOUNDS), 'bodies', 'database'],
  'strata_request_slots state': ['in_progress', 'bound'],
  'strata_queue_messages state': ['waiting', 'active', 'failed'],
  'strata_bus_call_duration_seconds outcome': CALL_OUTCOMES,
  'strata_bus_send_duration_seconds outcome': CALL_OUTCOMES,
  'strata_bus_message_duration_seconds outcome': [
    ...['done', 'expired', 'retried', 'postponed', 'stuck', 'dead_lettered'],
    ...ERRORS,
  ],
  'strata_database_transaction_duration_seconds outcome': ['committed', 'rolled_back', 'unavailable'],
  'strata_ingest_events_total outcome': ['stored', 'known'],
  'strata_otlp_spans_total outcome': ['captured', 'rejected', 'left_out'],
  'strata_learn_job_duration_seconds outcome': ['completed', 'failed', 'put_back', 'yielded'],
  'strata_learn_stage_duration_seconds stage': ['claim', 'digest', 'compile', 'store', 'index'],
  'strata_synthesize_duration_seconds outcome': ['answered', 'failed'],
  'strata_synthesize_unlearned_total outcome': ['found', 'nothing', 'known', 'resting', 'failed'],
  'strata_search_index_views_total source': ['copy', 'database'],
  'strata_search_index_refreshes_total outcome': ['current', 'outdated', 'too_large', 'failed'],
  'strata_synthesize_stage_duration_seconds stage': ['embed', 'candidates', 'rank', 'texts', 'pack'],
  'strata_vault_reveals_total outcome': ['revealed', ...ERRORS],
  'strata_embedding_duration_seconds outcome': ['made', 'refused', 'failed'],
};
