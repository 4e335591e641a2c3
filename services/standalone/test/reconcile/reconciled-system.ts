import { captureBatch } from '@strata/contracts/operations/capture';
import { synthesize } from '@strata/contracts/operations/synthesize';
import { createVault, createVaultItem } from '@strata/contracts/operations/vaults';
import { systemClock } from '@strata/kernel/clock';
import { newId } from '@strata/kernel/ids';
import { createAmqpBus } from '@strata/platform/bus/amqp';
import { postgresConnection } from '@strata/platform/database/connection';
import { CloseStack } from '@strata/platform/lifecycle/closeable';
import { createMetrics } from '@strata/platform/metrics/create-metrics';
import { openSession, type DatabaseSession } from '@strata/testkit/database-session';
import type { RealServices } from '@strata/testkit/real-services';
import { silentLogger } from '@strata/testkit/test-logger';
import { composeServices } from '../../src/compose-services.ts';
import { runReconciliation } from '../../src/run-reconciliation.ts';
import { codingSessions } from '../fixtures/coding-sessions.ts';
import { deploymentSecrets } from '../fixtures/deployment-secrets.ts';
import { OrganizationFixture } from '../fixtures/organization-fixture.ts';
import { SHORTCUTS, UNLIMITED } from '../fixtures/system-fixture.ts';

/** What `npm run reconcile -- --json` says of a check. */
interface CheckReport {
  readonly check: string;
  readonly left: readonly Found[];
  readonly repaired: readonly Found[];
  readonly error: string | null;
}

interface Found {
  readonly tenantId: string | null;
  readonly environment: string | null;
  readonly id: string;
  readonly message: string;
}

export interface Reconciled {
  readonly exitCode: number;
  readonly seconds: number;
  /** The differences by check, of checks that found any. */
  readonly left: Readonly<Record<string, readonly Found[]>>;
  readonly repaired: Readonly<Record<string, readonly Found[]>>;
  readonly errors: readonly string[];
}

/** Six services on PostgreSQL, RabbitMQ and Redis, and the command that compares what they store. */
export class ReconciledSystem {
  readonly base: string;
  /** Has all rights, to do damage. */
  readonly session: DatabaseSession;
  readonly env: RealServices['env'];
  readonly #services: CloseStack;

  private constructor(base: string, session: DatabaseSession, env: RealServices['env'], services: CloseStack) {
    this.base = base;
    this.session = session;
    this.env = env;
    this.#services = services;
  }

  static async start(stack: CloseStack, real: RealServices): Promise<ReconciledSystem> {
    const { DATABASE_URL, AMQP_URL: url, AMQP_PREFIX: prefix } = real.env;
    const session = stack.use(await openSession(postgresConnection(DATABASE_URL)));
    const services = stack.use(new CloseStack());
    // No sweep by age while differences are looked for: those of a tenant that is being swept are not reported.
    const quiet = { LEARN_AUTO: 'off', LIFECYCLE_SWEEP_SECONDS: '3600' };
    const env = { ...real.env, ...deploymentSecrets(), PORT: '0', ...quiet, ...UNLIMITED };
    const { port } = await composeServices(services, env, (service) => ({
      bus: services.use(createAmqpBus({ url, prefix, service, instanceId: newId('wrk'), logger: silentLogger })),
      connection: postgresConnection(DATABASE_URL),
      logger: silentLogger,
      metrics: createMetrics({ service }),
      clock: systemClock,
      ...SHORTCUTS.gateway,
    }));
    return new ReconciledSystem(`http://127.0.0.1:${String(port)}`, session, real.env, services);
  }

  /** Stops the services; the database and the broker go on. */
  async stop(): Promise<void> {
    await this.#services.close();
  }

  async reconcile(...argv: string[]): Promise<Reconciled> {
    const lines: string[] = [];
    const started = performance.now();
    const exitCode = await runReconciliation(['--json', ...argv], this.env, (line) => lines.push(line));
    const reports = JSON.parse(lines.join('\n')) as CheckReport[];
    const by = (of: 'left' | 'repaired'): Record<string, readonly Found[]> =>
      Object.fromEntries(reports.filter((report) => report[of].length > 0).map((report) => [report.check, report[of]]));
    return {
      exitCode,
      seconds: (performance.now() - started) / 1000,
      left: by('left'),
      repaired: by('repaired'),
      errors: reports.flatMap(({ error }) => error ?? []),
    };
  }
}

const said = (content: string, sessionId: string, userId?: string): Record<string, unknown> => ({
  type: 'message',
  sessionId,
  payload: { role: 'user', content },
  metadata: { agentId: 'coder', ...(userId === undefined ? {} : { userId }) },
});

/** An organization whose tenant has some of everything: events, memories, artifacts, packs, an audit log, and a vault. */
export async function withSomeOfEverything(base: string): Promise<OrganizationFixture> {
  const organization = await OrganizationFixture.create(base);
  const { api, user } = organization.tenant;
  await api.call(captureBatch, { body: { events: codingSessions(6) } });
  const words = [
    'I live in Bergen.',
    'The depot opens at seven.',
    'I moved to Oslo last week.',
    'The parcel of order 4711 is late.',
  ];
  for (const userId of ['customer-eve', undefined])
    await api.call(captureBatch, { body: { events: words.map((text) => said(text, 'chat', userId)) } });
  await api.learn();
  for (const query of ['Why does the migration fail?', 'When does the depot open?'])
    await api.call(synthesize, { body: { query, maxTokens: 500 } });
  const { id } = await user.call(createVault, { body: { name: 'Keys' } });
  for (const name of ['first', 'second'])
    await user.call(createVaultItem, { params: { id }, body: { name, type: 'api_key', value: 'a tide' } });
  // Not compiled yet.
  await api.call(captureBatch, { body: { events: [said('The ferry leaves at noon.', 'waiting')] } });
  return organization;
}
