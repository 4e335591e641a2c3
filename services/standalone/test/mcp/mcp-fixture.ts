import { Client, StreamableHTTPClientTransport, type CallToolResult } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { captureBatch } from '@strata/contracts/operations/capture';
import { createApiKey } from '@strata/contracts/operations/accounts';
import type { Closeable } from '@strata/platform/lifecycle/closeable';
import { fileURLToPath } from 'node:url';
import { codingSessions } from '../fixtures/coding-sessions.ts';
import { newTenant, type NewTenant } from '../fixtures/new-tenant.ts';

/** The revision that a client speaks: that of 2026-07-28, or the one before it. */
export const REVISIONS = ['auto', 'legacy'] as const;
export type Revision = (typeof REVISIONS)[number];

const PROGRAM = fileURLToPath(new URL('../../../../libs/mcp/dist/main.js', import.meta.url));

/** What a tool answered. */
export interface ToolAnswer {
  readonly isError: boolean;
  readonly text: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** The official client, connected. */
export class McpClient implements Closeable {
  readonly client: Client;

  private constructor(client: Client) {
    this.client = client;
  }

  static overHttp(base: string, credential: string | undefined, revision: Revision): Promise<McpClient> {
    return McpClient.at(`${base}/mcp`, { Authorization: `Bearer ${credential ?? ''}` }, revision);
  }

  static at(url: string, headers: Record<string, string>, revision: Revision): Promise<McpClient> {
    return McpClient.#open(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }), revision);
  }

  /** Starts the program that serves MCP on its standard input and output. */
  static overStdio(base: string, credential: string | undefined, revision: Revision): Promise<McpClient> {
    const env = { PATH: process.env['PATH'] ?? '', STRATA_URL: base, STRATA_API_KEY: credential ?? '' };
    return McpClient.started({ command: process.execPath, args: [PROGRAM], env }, revision);
  }

  static started(
    program: { readonly command: string; readonly args: string[]; readonly env: Record<string, string> },
    revision: Revision,
  ): Promise<McpClient> {
    return McpClient.#open(new StdioClientTransport({ ...program, stderr: 'pipe' }), revision);
  }

  static async #open(transport: Parameters<Client['connect']>[0], mode: Revision): Promise<McpClient> {
    const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
    await client.connect(transport);
    return new McpClient(client);
  }

  async call(name: string, given: Record<string, unknown> = {}): Promise<ToolAnswer> {
    const { isError = false, content, structuredContent } = await this.client.callTool({ name, arguments: given });
    return { isError, text: textOf(content), data: (structuredContent ?? {}) as ToolAnswer['data'] };
  }

  close(): Promise<void> {
    return this.client.close();
  }
}

const textOf = (content: CallToolResult['content']): string =>
  content.map((part) => (part.type === 'text' ? part.text : '')).join('\n');

/** A tenant whose agent `coder` has learned from its runs. */
export async function learnedTenant(base: string): Promise<NewTenant> {
  const tenant = await newTenant(base);
  await tenant.api.call(captureBatch, { body: { events: codingSessions() } });
  await tenant.api.learn();
  return tenant;
}

/** A key of a tenant that may only read. */
export async function readingKey({ user }: NewTenant): Promise<string> {
  const body = { name: 'reads', scopes: ['read'], environment: 'live' };
  return (await user.call(createApiKey, { body })).key;
}
