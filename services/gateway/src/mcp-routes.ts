import { isOwnOrigin } from '@strata/mcp/own-origin';
import { openMcpHttp } from '@strata/mcp/serve-http';
import type { HttpRoute } from '@strata/platform/http/http-route';
import { localUrl } from '@strata/platform/http/local-url';
import type { CloseStack } from '@strata/platform/lifecycle/closeable';
import type { Logger } from '@strata/platform/log/logger';
import { limitRoutes } from './adapters/limit-anonymous-routes.ts';
import { MCP_PATH, mcpRoute } from './adapters/mcp-route.ts';
import { protectedResource } from './adapters/protected-resource-routes.ts';
import type { GatewayConfig } from './config.ts';
import { createIdentifyCaller, type IdentifyCallerParts } from './routing/identify-caller.ts';
import type { RouteOperation } from './routing/route-operation.ts';
import type { LoadGate } from './shedding/load-gate.ts';
import { classOfOperation } from './shedding/request-classes.ts';

export interface McpRoutesParts extends IdentifyCallerParts {
  readonly config: GatewayConfig;
  readonly routeOperation: RouteOperation;
  readonly gate: LoadGate;
  readonly logger: Logger;
}

/** The MCP endpoint, and where its clients get tokens. */
export function openMcpRoutes(
  stack: CloseStack,
  { config, authenticate, limits, routeOperation, gate, logger }: McpRoutesParts,
): HttpRoute[] {
  const serviceUrl = config.PUBLIC_URL ?? localUrl(config.HOST, config.PORT);
  const mcp = openMcpHttp({
    serviceUrl,
    onFault: (error) => logger.error('An MCP request failed', { error }),
  });
  stack.defer(() => mcp.close());
  const { metadataUrl, routes } = protectedResource(
    serviceUrl,
    MCP_PATH,
    config.JWT_ISSUERS.map(({ issuer }) => issuer),
  );
  const { anonymousClients } = limits;
  const endpoint = mcpRoute({
    mcp,
    identify: createIdentifyCaller({ authenticate, limits }),
    // An operation takes a slot of its own class, as over HTTP, while the request of the protocol has one of the gateway's.
    routeOperation: (operation, incoming) =>
      gate.run(classOfOperation(operation), operation.name, () => routeOperation(operation, incoming)),
    anonymousClients,
    isOwnOrigin: (origin) => isOwnOrigin(origin, serviceUrl),
    challenge: metadataUrl === undefined ? 'Bearer' : `Bearer resource_metadata="${metadataUrl}"`,
  });
  return [endpoint, ...limitRoutes(routes, anonymousClients)];
}
