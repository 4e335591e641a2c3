import { expect, test } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CLIENTS } from '../../../console/src/pages/connect/clients.ts';
import type { NewTenant } from '../fixtures/new-tenant.ts';
import { McpClient } from './mcp-fixture.ts';

const CLONE = fileURLToPath(new URL('../../../..', import.meta.url));
const SERVERS = 'mcpServers';

/** The snippets that the console's page Connect shows for clients of MCP connect such a client. */
export function snippetRules(base: () => string, tenant: () => NewTenant): void {
  const codesOf = (id: 'mcp-http' | 'mcp-stdio'): string[] => {
    const place = { url: base(), key: tenant().api.credential ?? '' };
    return (CLIENTS.find((client) => client.id === id)?.steps(place) ?? []).map(({ code }) => code);
  };
  const findsTools = async (opening: Promise<McpClient>): Promise<void> => {
    const opened = await opening;
    try {
      expect((await opened.client.listTools()).tools.map(({ name }) => name)).toContain('recall');
    } finally {
      await opened.close();
    }
  };
  /** What a program gets of a command that is pasted into a shell. */
  const argumentsOf = (program: string, command: string): string[] => {
    const bin = mkdtempSync(join(tmpdir(), 'strata-snippets-'));
    try {
      writeFileSync(join(bin, program), '#!/bin/sh\nprintf "%s\\n" "$@"\n', { mode: 0o755 });
      const env = { PATH: `${bin}:${process.env['PATH'] ?? ''}` };
      return execFileSync('bash', ['-c', command], { env }).toString().trim().split('\n');
    } finally {
      rmSync(bin, { recursive: true });
    }
  };

  test('Connect shows commands and settings that open the door by HTTP', async () => {
    const [claude = '', gemini = '', cursor = '', codex = ''] = codesOf('mcp-http');
    for (const [program, command] of Object.entries({ claude, gemini })) {
      const given = argumentsOf(program, command);
      const [, name = '', value = ''] = /^([\w-]+): (.*)$/.exec(given[given.indexOf('--header') + 1] ?? '') ?? [];
      const url = given.find((each) => each.startsWith('http://')) ?? '';
      await findsTools(McpClient.at(url, { [name]: value }, 'auto'));
    }
    type Settings = Record<typeof SERVERS, { strata: { url: string; headers: Record<string, string> } }>;
    const { url, headers } = (JSON.parse(cursor) as Settings)[SERVERS].strata;
    await findsTools(McpClient.at(url, headers, 'auto'));
    const [, address = '', variable] =
      /^\[mcp_servers\.strata\]\nurl = "(.+)"\nbearer_token_env_var = "(\w+)"$/.exec(codex) ?? [];
    expect(variable).toBe('STRATA_API_KEY');
    await findsTools(McpClient.overHttp(address.replace(/\/mcp$/, ''), tenant().api.credential, 'auto'));
  });

  test('Connect shows settings that start the program', async () => {
    const [settings = ''] = codesOf('mcp-stdio');
    type Settings = Record<typeof SERVERS, { strata: Parameters<typeof McpClient.started>[0] }>;
    const { command, args, env } = (JSON.parse(settings) as Settings)[SERVERS].strata;
    const inClone = args.map((arg) => arg.replace('/path/to/strata/', CLONE));
    const path = process.env['PATH'] ?? '';
    await findsTools(McpClient.started({ command, args: inClone, env: { PATH: path, ...env } }, 'auto'));
  });
}
