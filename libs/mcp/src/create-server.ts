import { McpServer } from '@modelcontextprotocol/server';
import { VERSION } from '@strata/kernel/version';
import type { CallOperation } from './call-operation.ts';
import { failedAnswer, failedRequest, isExpected } from './failed-answer.ts';
import { INSTRUCTIONS } from './instructions.ts';
import { addPrompts } from './prompts.ts';
import { addResources, type Serve } from './resources.ts';
import { fetchOne, search } from './tools/search-and-fetch.ts';
import { forget } from './tools/forget.ts';
import { get } from './tools/get.ts';
import { learned } from './tools/learned.ts';
import { list } from './tools/list.ts';
import { recall } from './tools/recall.ts';
import { remember } from './tools/remember.ts';
import { reportOutcome } from './tools/report-outcome.ts';
import type { Tool, ToolContext } from './tools/tool.ts';
import { why } from './tools/why.ts';

/** In the order that clients list them. */
const TOOLS = [recall, remember, reportOutcome, learned, why, list, get, forget, search, fetchOne] as unknown as Tool[];

/** Lists are the same for everybody, and change only with a new version. */
const LISTED = { ttlMs: 300_000, cacheScope: 'public' } as const;

export interface ServerParts {
  readonly call: CallOperation;
  /** The URL of the service, for links that a person opens. */
  readonly serviceUrl: string;
  /** Called with an error that only a fault of this program explains. */
  readonly onFault: (error: unknown) => void;
}

/** An MCP server with the tools, resources and prompts of Strata, for one connection or one request. */
export function createServer({ call, serviceUrl, onFault }: ServerParts): McpServer {
  const server = new McpServer(
    { name: 'strata', title: 'Strata', version: VERSION, description: 'The long-term memory of agents.' },
    {
      instructions: INSTRUCTIONS,
      capabilities: {
        tools: { listChanged: false },
        resources: { listChanged: false },
        prompts: { listChanged: false },
      },
      cacheHints: {
        'tools/list': LISTED,
        'prompts/list': LISTED,
        'resources/templates/list': LISTED,
        'server/discover': LISTED,
      },
    },
  );
  const contextFor = (signal: AbortSignal): ToolContext => ({
    call: (name, input) => call(name, input, { signal }),
    urlOf: (id) => `${serviceUrl.endsWith('/') ? serviceUrl.slice(0, -1) : serviceUrl}${pathOf(id)}`,
  });
  const report = (error: unknown, signal: AbortSignal): void => {
    if (!isExpected(error) && !signal.aborted) onFault(error);
  };
  /** Runs what answers a request for a resource or a prompt. */
  const serve: Serve = async ({ mcpReq: { signal } }, run) => {
    try {
      return await run(contextFor(signal));
    } catch (error) {
      report(error, signal);
      throw failedRequest(error);
    }
  };
  for (const { name, title, description, annotations, input, output, run } of TOOLS) {
    const config = { title, description, annotations, inputSchema: input, outputSchema: output };
    server.registerTool(name, config, async (given, { mcpReq: { signal } }) => {
      try {
        const { data, text } = await run(given, contextFor(signal));
        return { content: [{ type: 'text', text }], structuredContent: data };
      } catch (error) {
        report(error, signal);
        return failedAnswer(error);
      }
    });
  }
  addResources(server, serve);
  addPrompts(server, serve);
  return server;
}

const PATHS: Readonly<Record<string, string>> = { mem: 'memories', art: 'artifacts', evt: 'events' };
const pathOf = (id: string): string => `/v1/${PATHS[id.slice(0, 3)] ?? 'memories'}/${encodeURIComponent(id)}`;
