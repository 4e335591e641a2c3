import { storeEvents, type AcceptedEvent, type StoreCommand } from '@strata/contracts/calls/ingest';
import { operationCall, type ResponseTo } from '@strata/contracts/operation';
import { getEvent, listEvents } from '@strata/contracts/operations/events';
import type { Event } from '@strata/contracts/schemas/event';
import { systemContext, type RequestContext } from '@strata/kernel/actor';
import { captureIds } from '@strata/kernel/capture-ids';
import { systemClock, type Clock } from '@strata/kernel/clock';
import { newId } from '@strata/kernel/ids';
import type { Bus } from '@strata/platform/bus/bus';
import { createInProcessBus } from '@strata/platform/bus/in-process';
import type { DatabaseConnection } from '@strata/platform/database/connection';
import { CloseStack } from '@strata/platform/lifecycle/closeable';
import { createMetrics } from '@strata/platform/metrics/create-metrics';
import type { TestBackend } from '@strata/testkit/test-databases';
import { silentLogger } from '@strata/testkit/test-logger';
import { createIngest } from '../src/app.ts';
import { ingestConfigSchema } from '../src/config.ts';

/** The system context of a new tenant. */
export const newTenant = (): RequestContext =>
  systemContext({ tenantId: newId('ten'), environment: 'live' }, newId('req'));

let arrivals = 0;

/** An event as the gateway sends it, with `key` as its idempotency key. */
export const newEvent = (
  { scope }: RequestContext,
  key?: string,
  change: Partial<AcceptedEvent> = {},
): AcceptedEvent => ({
  id: captureIds(scope, key).eventId,
  type: 'message',
  sessionId: 'session-1',
  agentId: 'agent-1',
  namespaceId: null,
  userId: null,
  tags: ['billing'],
  payload: { role: 'user', content: 'The invoice of May is missing' },
  metadata: { source: 'chat' },
  idempotencyKey: key ?? null,
  fingerprint: key === undefined ? null : 'f'.repeat(64),
  occurredAt: '2026-05-08T10:00:00.000Z',
  occurredAtGiven: true,
  receivedAt: '2026-11-02T09:00:00.000Z',
  arrival: ++arrivals,
  secretsReplaced: 0,
  ...change,
});

export interface IngestFixture {
  readonly bus: Bus;
  readonly connection: DatabaseConnection;
  store(context: RequestContext, events: AcceptedEvent[], batch?: StoreCommand['batch']): Promise<void>;
  list(context: RequestContext, query?: Readonly<Record<string, unknown>>): Promise<ResponseTo<typeof listEvents>>;
  get(context: RequestContext, id: string): Promise<Event>;
  close(): Promise<void>;
}

/**
 * The real service on a fresh database and its own bus, on which `serveOthers` serves what it calls. It queues learn jobs by
 * itself only with the setting `LEARN_AUTO: 'on'`.
 */
export async function startIngestFixture(
  backend: TestBackend,
  serveOthers: (bus: Bus) => Promise<void> = () => Promise.resolve(),
  settings: Readonly<Record<string, string | number>> = {},
  clock: Clock = systemClock,
): Promise<IngestFixture> {
  const stack = new CloseStack();
  const { connection } = stack.use(await backend.start());
  const bus = stack.use(createInProcessBus());
  await serveOthers(bus);
  const metrics = createMetrics({ service: 'ingest' });
  const parts = { bus, connection, metrics, logger: silentLogger, clock };
  stack.use(await createIngest(ingestConfigSchema.parse({ LEARN_AUTO: 'off', ...settings }), parts));
  return {
    bus,
    connection,
    store: (context, events, batch = null) => bus.send(storeEvents, { kind: 'events', events, batch }, context),
    list: (context, query = {}) => bus.call(operationCall(listEvents), { params: {}, query }, context),
    get: (context, id) => bus.call(operationCall(getEvent), { params: { id }, query: {} }, context),
    close: () => stack.close(),
  };
}
