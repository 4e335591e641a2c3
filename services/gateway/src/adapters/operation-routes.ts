import type { Operation } from '@strata/contracts/operation';
import type { HttpRoute } from '@strata/platform/http/http-route';
import type { RouteOperation } from '../routing/route-operation.ts';

/** An HTTP route for each operation of the table. */
export const operationRoutes = (operations: readonly Operation[], handle: RouteOperation): HttpRoute[] =>
  operations.map((operation) => ({
    method: operation.method,
    path: expressPath(operation.path),
    validationStatus: operation.invalidStatus,
    handle: async (exchange) => ({ status: operation.successStatus, data: await handle(operation, exchange) }),
  }));

const expressPath = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ':$1');
