import type { Operation } from '@strata/contracts/operation';
import type { HttpResponse, HttpRoute } from '@strata/platform/http/http-route';
import type { RouteOperation } from '../routing/route-operation.ts';

/** An HTTP route for each operation of the table. */
export const operationRoutes = (operations: readonly Operation[], handle: RouteOperation): HttpRoute[] =>
  operations.map((operation) => ({
    method: operation.method,
    path: expressPath(operation.path),
    validationStatus: operation.invalidStatus,
    handle: async (exchange) => responseOf(operation, await handle(operation, exchange)),
  }));

const responseOf = ({ successStatus: status, mediaType }: Operation, result: unknown): HttpResponse =>
  mediaType === 'application/json'
    ? { status, data: result }
    : { status, contentType: mediaType, stream: result as AsyncIterable<string> };

const expressPath = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ':$1');
