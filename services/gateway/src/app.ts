import { findResetObstacle as findResetObstacleCall, readUser } from '@strata/contracts/calls/gateway';
import { getHealth } from '@strata/contracts/operations/health';
import { OPERATIONS } from '@strata/contracts/operations/table';
import { notFound } from '@strata/kernel/errors';
import { createHttpApp, type HttpApp } from '@strata/platform/http/create-http-app';
import { startHttpServer } from '@strata/platform/http/http-server';
import { localUrl } from '@strata/platform/http/local-url';
import { metricsRoute } from '@strata/platform/http/operational-routes';
import { openAll } from '@strata/platform/lifecycle/closeable';
import { openPolicyCache } from '@strata/policy/open-policy-cache';
import { requireHandlers } from '@strata/platform/operations/serve-operations';
import { databaseCheck, type RunningService } from '@strata/platform/service/running-service';
import type { ServiceParts } from '@strata/platform/service/service-parts';
import { accountHandlers } from './account-handlers.ts';
import { ensureAccount } from './accounts/ensure-account.ts';
import { findResetObstacle } from './accounts/reset-obstacle.ts';
import { createBcryptHasher } from './adapters/bcrypt-hasher.ts';
import { createCredentialsFile } from './adapters/credentials-file.ts';
import { limitRoutes, showLimitOnly } from './adapters/limit-anonymous-routes.ts';
import { operationRoutes } from './adapters/operation-routes.ts';
import { countSpans } from './adapters/otlp/spans-metric.ts';
import { createPrismaAccountStore } from './adapters/prisma-account-store.ts';
import { createPrismaPlanStore } from './adapters/prisma-plan-store.ts';
import { DOCS_PATH, referenceRoutes } from './adapters/reference-routes.ts';
import { openSharedState } from './adapters/shared-state.ts';
import { shedRequests } from './adapters/shed-requests.ts';
import { showCredentials, type Terminal } from './adapters/show-credentials.ts';
import { openApiKeyAccess } from './api-key-access.ts';
import { importApiKey } from './api-keys/import-api-key.ts';
import { looksLikeApiKey, newApiKey } from './api-keys/key-format.ts';
import { createRequireMayAct } from './acting/require-may-act.ts';
import { captureParts } from './capture-parts.ts';
import type { GatewayConfig } from './config.ts';
import { openConsole } from './open-console.ts';
import { createAuthenticate } from './credentials/authenticate.ts';
import { prepareFirstTenant } from './first-tenant/prepare-first-tenant.ts';
import { requirePlans } from './limits/plan-store.ts';
import { classOfRoute, openLoadShedding } from './load-shedding.ts';
import { openGatewayDatabase } from './open-gateway-database.ts';
import { openGatewayOutbox } from './open-gateway-outbox.ts';
import { operationHandlers } from './handlers.ts';
import { openMcpRoutes } from './mcp-routes.ts';
import { openRequestLimits } from './request-limits.ts';
import { createRouteOperation } from './routing/route-operation.ts';
import { showLimit } from './routing/identify-caller.ts';
import { createRecordDenial } from '@strata/policy/record-denial';
import { openSecretRules } from './secret-rules.ts';
import { serviceCalls } from './service-calls.ts';
import { openSystemHealth } from './system-health.ts';
import { openUserTokens } from './user-tokens.ts';

const FIRST_TENANT_NAME = 'Strata';
const FIRST_KEY_NAME = 'First key';

/** What the gateway needs beyond the parts of every service. */
export interface GatewayParts extends ServiceParts {
  /** Where a person reads the first tenant's credentials at the first start. Without it, their file is logged. */
  readonly terminal?: Terminal | undefined;
  /** Also serves `/metrics` on the public port (default false), for a host without an operations port. */
  readonly publicMetrics?: boolean;
  /** The folder of the built console (default where this repository builds it). */
  readonly consoleFolder?: string;
  /** The base-2 logarithm of bcrypt's rounds (default 12; lower in tests). */
  readonly bcryptCost?: number;
}

/** A running gateway. */
export interface RunningGateway extends RunningService {
  /** Serves requests, and sheds none. */
  readonly app: HttpApp;
  /** The port that it listens on; chosen by the system if `PORT` is 0. */
  readonly port: number;
  /** Where this machine reaches it. */
  readonly url: string;
  /** Whether it serves the console. */
  readonly hasConsole: boolean;
}

/**
 * Starts the gateway: migrates the database, prepares the first tenant if it is configured, adds every route, and listens.
 * Errors: `unavailable` when the database does not respond. Throws when the settings cannot work or the port is taken.
 */
export const createGateway = (config: GatewayConfig, parts: GatewayParts): Promise<RunningGateway> =>
  openAll(async (stack) => {
    const { bus, clock, logger, metrics } = parts;
    const database = await openGatewayDatabase(stack, config, parts);
    const plans = createPrismaPlanStore(database);
    await requirePlans(plans, { DEFAULT_PLAN: config.DEFAULT_PLAN, FIRST_TENANT_PLAN: config.FIRST_TENANT_PLAN });
    const shedding = openLoadShedding({ metrics, logger, waitingForDatabase: () => database.figures().waiting });
    const services = serviceCalls(bus, logger, (service) => shedding.onShed(service, service));
    const tokens = await openUserTokens(stack, { config, database, services, bus, clock, logger });
    const outbox = openGatewayOutbox(stack, database, parts);
    const accounts = createPrismaAccountStore(database, outbox);
    const { keys, hasher, forgetKey, identify } = await openApiKeyAccess(stack, {
      config,
      database,
      outbox,
      rightsOfOwner: tokens.rightsOfKeyOwner,
      announceRevocation: services.announceRevocation,
      bus,
      clock,
      logger,
    });
    const passwords = createBcryptHasher({
      pepper: config.API_KEY_PEPPER,
      previous: config.API_KEY_PEPPER_PREVIOUS,
      cost: parts.bcryptCost,
      onUnknownPepper: () =>
        logger.warn('A password was hashed under a pepper that is not configured: add it to API_KEY_PEPPER_PREVIOUS'),
    });

    if (config.FIRST_TENANT_CREDENTIALS_FILE !== undefined) {
      await prepareFirstTenant({
        file: createCredentialsFile(config.FIRST_TENANT_CREDENTIALS_FILE),
        baseUrl: config.PUBLIC_URL ?? localUrl(config.HOST, config.PORT),
        newKey: (environment) => newApiKey(environment).key,
        ensureAccount: (account) =>
          ensureAccount(
            { ...account, tenantName: FIRST_TENANT_NAME, plan: config.FIRST_TENANT_PLAN },
            { accounts, passwords, clock },
          ),
        ensureKey: (key, owner) => importApiKey(key, { ...owner, name: FIRST_KEY_NAME }, { keys, hasher, clock }),
        show: showCredentials(config.FIRST_TENANT_CREDENTIALS_FILE, { terminal: parts.terminal, logger }),
      });
    }

    const policies = stack.use(await openPolicyCache(bus, { logger }));
    const { findFingerprints, claimFingerprints, recordAudit } = services;
    const eventKeys = { find: findFingerprints, claim: claimFingerprints };
    const shared = openSharedState(stack, { redisUrl: config.REDIS_URL, keys: eventKeys, logger });
    const limits = openRequestLimits({
      config,
      plans,
      openCounter: shared.openCounter,
      openPair: shared.openPair,
      clock,
      metrics,
    });
    await bus.serve(readUser, async ({ userId }, { scope }) => {
      const user = await accounts.findInTenant(scope.tenantId, userId);
      if (user === undefined) throw notFound('The user');
      return user;
    });

    await bus.serve(findResetObstacleCall, ({ userId }, { scope: { tenantId } }) =>
      findResetObstacle(accounts, { tenantId, userId }),
    );

    const authenticate = createAuthenticate({ looksLikeApiKey, apiKey: identify, jwt: tokens.checkToken });
    const closing = new AbortController();
    const recordDenial = createRecordDenial({ recordAudit, clock });
    const { scrub, secretRules } = openSecretRules({ config, database, outbox, clock, metrics });
    const capture = captureParts({
      scrub,
      events: shared.events,
      planOf: limits.planOf,
      services,
      policies,
      clock,
      metrics,
    });
    const ofAccounts = accountHandlers({
      accounts,
      passwords,
      recordDenial,
      clock,
      logger,
      metrics,
      ...services,
      ...tokens,
      defaultPlan: config.DEFAULT_PLAN,
      registrationsPerHour: config.REGISTRATIONS_PER_HOUR,
      pseudonymSecret: config.API_KEY_PEPPER,
      openCounter: shared.openCounter,
    });
    const ofCallers = operationHandlers({
      accounts,
      keys,
      hasher,
      forgetKey,
      callerLimits: limits.callers,
      services,
      policies,
      capture,
      onSpans: countSpans(metrics),
      secretRules,
      recordDenial,
      rightsOfKeyOwner: tokens.rightsOfKeyOwner,
      clock,
      closing: closing.signal,
    });
    const handlers = [...ofCallers, ...ofAccounts.handlers];
    const { publicHandlers } = ofAccounts;
    const health = await openSystemHealth(stack, {
      ...parts,
      config,
      database,
      services,
      cache: shared.figures,
      isShedding: shedding.isShedding,
    });

    requireHandlers('gateway', [...handlers, ...publicHandlers], { except: [getHealth.name] });
    const operations = OPERATIONS.filter((operation) => operation.name !== getHealth.name);
    const routeOperation = createRouteOperation({
      authenticate,
      limits,
      forward: services.forward,
      handlers,
      publicHandlers,
      requireMayAct: createRequireMayAct((scope) => policies.engineFor(scope)),
      recordDenial,
      requireOrganizationHeader: config.REQUIRE_ORGANIZATION_HEADER,
    });
    const mcp = openMcpRoutes(stack, { config, authenticate, limits, routeOperation, gate: shedding.gate, logger });
    const reference = referenceRoutes({ publicUrl: config.PUBLIC_URL, localUrl: localUrl(config.HOST, config.PORT) });
    const web = openConsole({
      config,
      authenticate,
      limits,
      accounts,
      ...tokens,
      listOwnOrganizations: services.listOwnOrganizations,
      folder: parts.consoleFolder,
      clock,
      logger,
    });
    const publicMetrics = parts.publicMetrics === true ? [metricsRoute(metrics)] : [];
    const routes = [
      ...operationRoutes(operations, routeOperation, web.withCookie),
      ...mcp,
      ...web.sessionRoutes,
      ...showLimitOnly(health.routes, limits.anonymousClients),
      ...limitRoutes([tokens.jwks, ...publicMetrics, ...reference, ...web.pageRoutes], limits.anonymousClients),
    ];
    const app = createHttpApp({
      logger,
      metrics,
      trustProxy: config.TRUSTED_PROXIES,
      docsPath: DOCS_PATH,
      onResponse: health.observeRequest,
      routes,
      onUnrouted: async (exchange) => showLimit(await limits.anonymousClients.admit(exchange.ip), exchange),
    });

    const rejectionHeaders = async (ip: string) => (await limits.anonymousClients.admit(ip)).headers;
    await shared.ready;
    const admit = shedRequests({ gate: shedding.gate, routes, classOf: classOfRoute });
    const server = await startHttpServer((request, response) => app(request, response, admit), {
      port: config.PORT,
      host: config.HOST,
      rejectionHeaders,
    });
    const { port } = stack.use(server);
    // Before the server closes, which waits for requests under way.
    stack.defer(() => closing.abort());
    const url = localUrl(config.HOST, port);
    logger.info('The public interface is served', { url, port });
    return {
      app,
      port,
      url,
      hasConsole: web.isServed,
      checks: { database: databaseCheck(database) },
      close: () => stack.close(),
    };
  });
