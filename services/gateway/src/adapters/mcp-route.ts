import { OPERATIONS } from '@strata/contracts/operations/table';
import { AppError, validationError } from '@strata/kernel/errors';
import type { CallOperation } from '@strata/mcp/call-operation';
import type { McpHttp } from '@strata/mcp/serve-http';
import type { Exchange, HttpResponse, HttpRoute } from '@strata/platform/http/http-route';
import type { AnonymousLimits } from '../limits/limit-anonymous-clients.ts';
import { showLimit, type IdentifyCaller } from '../routing/identify-caller.ts';
import type { RouteOperation } from '../routing/route-operation.ts';
import { splitInput } from '../routing/split-input.ts';

export const MCP_PATH = '/mcp';

/** Earlier revisions let a client send several messages at once. */
const MAX_MESSAGES = 20;

export interface McpRouteParts {
  readonly mcp: McpHttp;
  /** Errors: `unauthorized`; `rate_limited`; `unavailable`. */
  readonly identify: IdentifyCaller;
  /** Errors: `unavailable` if it is shed; those of the operation. */
  readonly routeOperation: RouteOperation;
  readonly anonymousClients: Pick<AnonymousLimits, 'admit'>;
  /** Whether pages of this origin may send requests. */
  readonly isOwnOrigin: (origin: string) => boolean;
  /** What `WWW-Authenticate` says to a client without a valid credential. */
  readonly challenge: string;
}

/**
 * The MCP endpoint. A request counts once for itself, and once for each operation that it calls: those take the same way as
 * over HTTP, with the same credential.
 */
export const mcpRoute = ({ mcp, identify, challenge, ...parts }: McpRouteParts): HttpRoute => ({
  method: 'POST',
  path: MCP_PATH,
  handle: async (exchange) => {
    await rejectForeignPage(exchange, parts);
    await identify(exchange).catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'unauthorized') exchange.setHeader('WWW-Authenticate', challenge);
      throw error;
    });
    const body = await exchange.readJson();
    if (Array.isArray(body) && body.length > MAX_MESSAGES)
      throw validationError(`body must have at most ${MAX_MESSAGES} messages`, [
        { field: 'body', message: `must have at most ${MAX_MESSAGES} messages` },
      ]);
    const request = { headers: protocolHeaders(exchange.headers), body, signal: exchange.signal };
    return toHttpResponse(await mcp.respond(request, callAs(exchange, parts.routeOperation)));
  },
});

/** A browser states the origin of a page. A page of another site may have been led here by a forged DNS answer. */
async function rejectForeignPage(
  exchange: Exchange,
  { isOwnOrigin, anonymousClients }: Pick<McpRouteParts, 'isOwnOrigin' | 'anonymousClients'>,
): Promise<void> {
  const { origin } = exchange.headers;
  if (origin === undefined || isOwnOrigin(origin)) return;
  showLimit(await anonymousClients.admit(exchange.ip), exchange);
  throw new AppError('forbidden', 'Pages of this origin may not call the MCP server');
}

const operations = new Map(OPERATIONS.map((operation) => [operation.name, operation]));

/** Calls operations with the credential of a request. */
function callAs(exchange: Exchange, routeOperation: RouteOperation): CallOperation {
  const { headers, requestId, ip, traceparent, setTenant } = exchange;
  // The response may have begun: its headers say what was left before the operations.
  const setHeader = (): void => undefined;
  const call = (name: string, input: Readonly<Record<string, unknown>>): Promise<unknown> => {
    const operation = operations.get(name);
    if (operation === undefined) throw new Error(`There is no operation ${name}`);
    const { params, query, body } = splitInput(operation, input);
    const readJson = (): Promise<unknown> => Promise.resolve(body);
    const { signal } = exchange;
    const incoming = { params, query, headers, requestId, ip, traceparent, signal, setTenant, setHeader, readJson };
    return routeOperation(operation, incoming);
  };
  return call as CallOperation;
}

/** The headers that the protocol reads. */
const protocolHeaders = (headers: Exchange['headers']): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      typeof value === 'string' && /^(?:accept|content-type|mcp-.+|last-event-id)$/.test(name) ? [[name, value]] : [],
    ),
  );

async function toHttpResponse(response: Response): Promise<HttpResponse> {
  const { status, body } = response;
  const contentType = response.headers.get('content-type') ?? 'text/plain';
  return body !== null && contentType.startsWith('text/event-stream')
    ? { status, contentType, stream: body.pipeThrough(new TextDecoderStream()) as unknown as AsyncIterable<string> }
    : { status, contentType, text: await response.text() };
}
