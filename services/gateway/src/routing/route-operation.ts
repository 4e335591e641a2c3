import { isBodyOptional, takesBody, type Operation, type OperationRequest } from '@strata/contracts/operation';
import { parseInput } from '@strata/contracts/parse-input';
import type { RequestContext } from '@strata/kernel/actor';
import { AppError } from '@strata/kernel/errors';
import type { AnonymousContext, AnyRequest, OperationHandler } from '@strata/platform/operations/operation-handler';
import { requireCredential } from '@strata/platform/operations/require-credential';
import type { Caller } from '../credentials/authenticate.ts';
import type { RequireMayAct } from '../acting/require-may-act.ts';
import { checkOrganizationHeader } from './check-organization-header.ts';
import { createIdentifyCaller, showLimit, type RequestLimits } from './identify-caller.ts';
import type { RecordDenial } from '@strata/policy/record-denial';

/** The parts of an HTTP request that an operation needs. */
export interface IncomingRequest {
  readonly params: unknown;
  readonly query: unknown;
  readonly headers: { readonly authorization?: string | undefined } & Readonly<Record<string, unknown>>;
  readonly requestId: string;
  readonly ip: string;
  readonly traceparent: string | undefined;
  /** Aborted when the client disconnects before the response. Read only by handlers that wait. */
  readonly signal: AbortSignal;
  readonly setTenant: (tenantId: string) => void;
  readonly setHeader: (name: string, value: string) => void;
  readonly readJson: (options: { readonly maxBytes: number; readonly optional: boolean }) => Promise<unknown>;
}

export interface RoutingParts {
  /** Errors: `unauthorized`, `unavailable`. */
  readonly authenticate: (authorization: string | undefined) => Promise<Caller>;
  readonly limits: RequestLimits;
  /** Sends the request to the service that serves the operation. That service records its own denials. */
  readonly forward: (operation: Operation, request: AnyRequest, context: RequestContext) => Promise<unknown>;
  /** Handlers of the gateway's own operations; every other operation is forwarded. */
  readonly handlers: readonly OperationHandler[];
  /** Handlers of public operations. */
  readonly publicHandlers: readonly OperationHandler<AnonymousContext>[];
  /** Errors: `forbidden`, `unavailable`. */
  readonly requireMayAct: RequireMayAct;
  readonly recordDenial: RecordDenial;
  /** Whether `X-Organization-ID` must be sent where the path names an organization. */
  readonly requireOrganizationHeader: boolean;
}

/** Serves one request to one operation. Returns the data of the envelope. */
export type RouteOperation = (operation: Operation, incoming: IncomingRequest) => Promise<unknown>;

/**
 * Takes every request the same way: authenticate the caller, count the request against the rate limits, check credential
 * and key scope, and whether a key may act as its agent (a denial goes to the audit log), parse the request, and only then call the handler or the service.
 * Throws when a handler of an authenticated operation is among the public ones, or the other way round.
 */
export function createRouteOperation(parts: RoutingParts): RouteOperation {
  const { authenticate, limits, forward, requireMayAct, recordDenial, requireOrganizationHeader } = parts;
  const handlers = byName(parts.handlers, { arePublic: false });
  const publicHandlers = byName(parts.publicHandlers, { arePublic: true });
  const identify = createIdentifyCaller({ authenticate, limits });

  const admit = async (operation: Operation, incoming: IncomingRequest): Promise<RequestContext> => {
    const caller = await identify(incoming);
    const context = contextOf(caller, incoming);
    try {
      requireCredential(operation, caller.actor);
      await requireMayAct(context);
    } catch (error) {
      if (error instanceof AppError && error.code === 'forbidden')
        await recordDenial(operation, incoming.params, error, context);
      throw error;
    }
    checkOrganizationHeader(operation, incoming, { isRequired: requireOrganizationHeader });
    return context;
  };

  return async function routeOperation(operation, incoming) {
    const publicHandler = publicHandlers.get(operation.name);
    if (publicHandler !== undefined) {
      showLimit(await limits.anonymousClients.admit(incoming.ip), incoming);
      const context = { requestId: incoming.requestId, ip: incoming.ip.slice(0, MAX_IP) };
      return publicHandler.handle(await parseRequest(operation, incoming), context);
    }
    const context = await admit(operation, incoming);
    const request = await parseRequest(operation, incoming);
    const handler = handlers.get(operation.name);
    return handler === undefined ? forward(operation, request, context) : handler.handle(request, context);
  };
}

const MAX_IP = 64;

/** The context of a request that the gateway serves itself. Messages to other services leave the signal out. */
export interface ClientContext extends RequestContext {
  /** Returns a signal that is aborted when the client disconnects before the response. */
  readonly clientSignal?: () => AbortSignal;
}

function contextOf({ scope, actor }: Caller, incoming: IncomingRequest): ClientContext {
  const { requestId, ip, traceparent } = incoming;
  return {
    scope,
    actor,
    requestId,
    ...(ip === '' ? {} : { ip: ip.slice(0, MAX_IP) }),
    ...(traceparent === undefined ? {} : { traceparent }),
    clientSignal: () => incoming.signal,
  };
}

async function parseRequest(
  operation: Operation,
  { params, query, readJson }: IncomingRequest,
): Promise<OperationRequest<unknown, unknown, unknown>> {
  return {
    params: parseInput(operation.params, params, 'path'),
    query: parseInput(operation.query, query, 'query'),
    body: takesBody(operation)
      ? parseInput(
          operation.body,
          await readJson({ maxBytes: operation.maxBodyBytes, optional: isBodyOptional(operation) }),
          'body',
        )
      : undefined,
  };
}

function byName<Handler extends { readonly operation: Operation }>(
  handlers: readonly Handler[],
  { arePublic }: { readonly arePublic: boolean },
): ReadonlyMap<string, Handler> {
  const misplaced = handlers.find(({ operation }) => (operation.credential === 'public') !== arePublic);
  if (misplaced !== undefined) {
    const kind = arePublic ? 'public' : 'authenticated';
    throw new Error(
      `The handler of ${misplaced.operation.name} is among those of ${kind} operations, but the operation is not`,
    );
  }
  return new Map(handlers.map((handler) => [handler.operation.name, handler]));
}
