import { serveStdio, type StdioServerHandle } from '@modelcontextprotocol/server/stdio';
import type { Strata } from '@strata/client/strata';
import type { CallOperation } from './call-operation.ts';
import { createServer } from './create-server.ts';

/** With two retries a call ends before clients give up on it, which is after a minute. */
const CALL = { timeoutMs: 15_000, maxRetries: 2 } as const;

export interface StdioOptions {
  /** The URL of the service, for links that a person opens. */
  readonly serviceUrl: string;
  /** Takes a line for the log: what goes wrong in this program itself. Never standard output, which the protocol uses. */
  readonly log: (line: string) => void;
}

/**
 * Serves MCP on standard input and output until the input ends. The tools reach the service through the SDK; while it is away, they
 * say so, and work again when it is back.
 */
export function runStdio(strata: Pick<Strata, 'api'>, { serviceUrl, log }: StdioOptions): StdioServerHandle {
  // The SDK and the tools take their types from the same table of operations.
  const api = strata.api as unknown as Record<string, (input: unknown, options: unknown) => PromiseLike<unknown>>;
  const call = async (name: string, input: unknown, options: { signal?: AbortSignal } = {}): Promise<unknown> =>
    api[name]?.(input, { ...CALL, ...options });
  const onFault = (error: unknown): void => log(`strata: ${error instanceof Error ? error.message : 'unknown error'}`);
  return serveStdio(() => createServer({ call: call as CallOperation, serviceUrl, onFault }), {
    onerror: onFault,
    maxSubscriptions: 0,
  });
}
