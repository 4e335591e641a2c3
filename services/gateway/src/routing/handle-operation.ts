import { isBodyOptional, takesBody, type Operation, type OperationRequest } from '@strata/contracts/operation';
import { parseInput } from '@strata/contracts/parse-input';
import type { RequestContext } from '@strata/kernel/actor';
import { AppError } from '@strata/kernel/errors';
import { authorize, type Caller } from './authorize.ts';
import { checkOrganizationHeader } from './check-organization-header.ts';
import { createIdentifyCaller, showLimit, type RequestLimits } from './identify-caller.ts';
import type { OwnAnswer } from './own-answer.ts';
import type { TellRefusal } from './tell-refusal.ts';

/** What an operation needs of the HTTP request that asks for it. */
export interface IncomingRequest {
  readonly params: unknown;
  readonly query: unknown;
  readonly headers: { readonly authorization?: string | undefined } & Readonly<Record<string, unknown>>;
  readonly requestId: string;
  readonly ip: string;
  readonly traceparent: string | undefined;
  readonly setTenant: (tenantId: string) => void;
  readonly setHeader: (name: string, value: string) => void;
  readonly readJson: (options: { readonly maxBytes: number; readonly optional: boolean }) => Promise<unknown>;
}

export interface RoutingParts {
  /** Errors: `unauthorized`, `unavailable`. */
  readonly authenticate: (authorization: string | undefined) => Promise<Caller>;
  readonly limits: RequestLimits;
  /** Has the operation answered by its service. */
  readonly forward: (
    operation: Operation,
    request: OperationRequest<unknown, unknown, unknown>,
    context: RequestContext,
  ) => Promise<unknown>;
  readonly own: readonly OwnAnswer[];
  readonly tellRefusal: TellRefusal;
  /** Whether the organization must be named in a header too. */
  readonly requireOrganizationHeader: boolean;
}

/** Answers one request to one operation with the data of the envelope. */
export type OperationHandler = (operation: Operation, incoming: IncomingRequest) => Promise<unknown>;

/**
 * Every operation goes the same way: the caller is let in or refused, its request is counted, what it may do is checked
 * (a refusal is told to the audit log), what was sent is parsed, and only then is it answered, here or by the service that
 * the table names.
 */
export function createOperationHandler(parts: RoutingParts): OperationHandler {
  const { authenticate, limits, forward, own, tellRefusal, requireOrganizationHeader } = parts;
  const owned = new Map(own.map((answer) => [answer.operation.name, answer]));
  const identify = createIdentifyCaller({ authenticate, limits });

  const tellingRefusals = async <T>(
    operation: Operation,
    { params }: IncomingRequest,
    context: RequestContext,
    work: () => Promise<T>,
  ): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      if (error instanceof AppError && error.code === 'forbidden') await tellRefusal(operation, params, error, context);
      throw error;
    }
  };

  const admit = async (operation: Operation, incoming: IncomingRequest): Promise<RequestContext> => {
    const caller = await identify(incoming);
    const context = contextOf(caller, incoming);
    await tellingRefusals(operation, incoming, context, async () => {
      authorize(caller, operation);
    });
    checkOrganizationHeader(operation, incoming, { isRequired: requireOrganizationHeader });
    return context;
  };

  return async (operation, incoming) => {
    const answer = owned.get(operation.name);
    if (answer?.isPublic === true) {
      showLimit(await limits.visitors.admit(incoming.ip), incoming);
      const visitor = { requestId: incoming.requestId, ip: incoming.ip.slice(0, MAX_IP) };
      return answer.answer(await parseRequest(operation, incoming), visitor);
    }
    const context = await admit(operation, incoming);
    const request = await parseRequest(operation, incoming);
    // A service tells of its own refusals.
    if (answer === undefined) return forward(operation, request, context);
    if (answer.tellsRefusals) return answer.answer(request, context);
    return tellingRefusals(operation, incoming, context, () => answer.answer(request, context));
  };
}

const MAX_IP = 64;

const contextOf = ({ scope, actor }: Caller, { requestId, ip, traceparent }: IncomingRequest): RequestContext => ({
  scope,
  actor,
  requestId,
  ...(ip === '' ? {} : { ip: ip.slice(0, MAX_IP) }),
  ...(traceparent === undefined ? {} : { traceparent }),
});

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

/**
 * Checks, before anything is served, that no operation of the gateway's own lacks an answer and none is answered to
 * anyone that is not public.
 * @throws Error naming the operation.
 */
export function checkAnswers(operations: readonly Operation[], own: readonly OwnAnswer[]): void {
  for (const { operation, isPublic } of own) {
    if (isPublic !== (operation.credential === 'public'))
      throw new Error(`${operation.name} is answered to the wrong callers`);
  }
  const answered = new Set(own.map(({ operation }) => operation.name));
  const missing = operations.find(({ service, name }) => service === 'gateway' && !answered.has(name));
  if (missing !== undefined) throw new Error(`The operation ${missing.name} has no answer`);
}
