import { createMcpHandler, type AuthInfo } from '@modelcontextprotocol/server';
import type { CallOperation } from './call-operation.ts';
import { createServer, type ServerParts } from './create-server.ts';

/** A request to the MCP endpoint, after the caller has been authorized. */
export interface McpHttpRequest {
  readonly headers: Readonly<Record<string, string>>;
  /** The parsed JSON. */
  readonly body: unknown;
  /** Aborted when the client disconnects before the response. */
  readonly signal: AbortSignal;
}

/** MCP over streamable HTTP, stateless: every request gets a server of its own. */
export interface McpHttp {
  /** Serves one request of any revision. `call` calls operations as its caller. Never rejects before `close`. */
  readonly respond: (request: McpHttpRequest, call: CallOperation) => Promise<Response>;
  /** Cuts off requests under way. */
  readonly close: () => Promise<void>;
}

/** The handler looks at headers and body only. */
const ANY_URL = 'http://localhost/mcp';

export function openMcpHttp(parts: Omit<ServerParts, 'call'>): McpHttp {
  const handler = createMcpHandler(({ authInfo }) => createServer({ ...parts, call: callOf(authInfo) }), {
    // Nothing that is listed changes while the process runs.
    maxSubscriptions: 0,
  });
  return {
    respond: ({ headers, body, signal }, call) =>
      handler.fetch(new Request(ANY_URL, { method: 'POST', headers, signal }), {
        parsedBody: body,
        authInfo: { token: '', clientId: '', scopes: [], extra: { call } },
      }),
    close: () => handler.close(),
  };
}

const callOf = (authInfo: AuthInfo | undefined): CallOperation => authInfo?.extra?.['call'] as CallOperation;
