import { posix, win32 } from 'node:path';
import type { ClientName } from '../clients.ts';
import { OPENCODE_PLUGIN } from '../programs.ts';
import type { ConfigFile } from './config-edit.ts';
import { HOOK_FILE, hookLine, type Command } from './hook-command.ts';
import { jsonEdit, type JsonElement, type JsonEntry } from './json-edit.ts';
import { ownFile } from './own-file.ts';
import { tomlEdit } from './toml-edit.ts';

/** Where the files of clients are, and what is written into them. */
export interface Surroundings {
  /** The folder of a project whose files are meant; without it, those of the user. */
  readonly project?: string | undefined;
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  /** Runs the MCP server over standard input and output. */
  readonly mcp: Command;
  /** Runs a hook; the name of the client follows. */
  readonly hook: Command;
}

/** Seconds after which a client gives a hook up. The hook itself ends earlier. */
const HOOK_SECONDS = 10;
const SERVER = 'strata';
/** Codex gives a hook at the end of a session no more. */
const CODEX_END_SECONDS = 3;
/** Codex starts MCP servers with few variables of its own environment, and with those named here. */
const CODEX_PASSED_ON = [
  ...['STRATA_URL', 'STRATA_API_KEY', 'STRATA_STATE_DIR'],
  ...['XDG_CONFIG_HOME', 'XDG_STATE_HOME', 'NODE_EXTRA_CA_CERTS'],
];
/** Gemini CLI keeps variables from MCP servers whose names sound secret. It puts the values in when it starts the server. */
const GEMINI_PASSED_ON = Object.fromEntries(
  ['STRATA_URL', 'STRATA_API_KEY', 'NODE_EXTRA_CA_CERTS'].map((name) => [name, `\${${name}:-}`]),
);

/** Whether a value mentions the hook program. */
const isOwnHook = (value: unknown): boolean => JSON.stringify(value).includes(HOOK_FILE);

/** Whether a server was written by `connect`: it runs `strata mcp`, or the MCP server of a clone. */
function isOwnServer(value: unknown): boolean {
  const text = JSON.stringify(value);
  // The folder of a clone can have any name.
  const isOfClone = text.includes('libs/cli/dist/main.js","mcp"]') || text.includes('libs/mcp/dist/main.js"]');
  return isOfClone || (/strata/i.test(text) && text.includes('"mcp"]'));
}

const server = (group: string, value: unknown): JsonEntry => ({ path: [group, SERVER], value, isOwn: isOwnServer });

/** Hooks in groups, as Claude Code has them. */
const groups = (events: readonly string[], hook: object): JsonElement[] =>
  events.map((event) => ({ list: ['hooks', event], value: { hooks: [hook] } }));

/** Hooks without groups. */
const single = (events: readonly string[], hook: object): JsonElement[] =>
  events.map((event) => ({ list: ['hooks', event], value: hook }));

const hooksFile = (
  path: string,
  elements: readonly JsonElement[],
  defaults: Record<string, unknown> = {},
): ConfigFile => ({
  path,
  purpose: 'hooks',
  edit: jsonEdit({ elements, isOwnElement: isOwnHook, defaults }),
});

/** The files that connect a client, each with its edit. The formats and where they were read are in docs/coding-agents.md. */
export function clientFiles(client: ClientName, around: Surroundings): ConfigFile[] {
  const { project, home, env, platform, mcp, hook } = around;
  const paths = platform === 'win32' ? win32 : posix;
  const join = (...parts: string[]): string => paths.join(...parts);
  const at = (...parts: string[]): string => join(project ?? home, ...parts);
  const [program, ...args] = mcp;
  const plainServer = { command: program, args };
  const stdio = { type: 'stdio', ...plainServer };
  const mcpFile = (path: string, entry: JsonEntry): ConfigFile => ({
    path,
    purpose: 'MCP server',
    edit: jsonEdit({ entries: [entry] }),
  });
  const command = hookLine(hook, client);
  const hookOf = { type: 'command', command, timeout: HOOK_SECONDS };

  switch (client) {
    case 'claude-code': {
      const folder = env['CLAUDE_CONFIG_DIR'];
      const events = ['SessionStart', 'UserPromptSubmit', 'PostToolUse', 'PostToolUseFailure', 'Stop', 'SessionEnd'];
      const settings = folder ? join(folder, 'settings.json') : join(home, '.claude', 'settings.json');
      const servers = folder ? join(folder, '.claude.json') : join(home, '.claude.json');
      return [
        mcpFile(project === undefined ? servers : at('.mcp.json'), server('mcpServers', stdio)),
        // The hooks name a program of this machine, so those of a project go where they are not shared.
        hooksFile(project === undefined ? settings : at('.claude', 'settings.local.json'), groups(events, hookOf)),
      ];
    }
    case 'codex': {
      const folder = project === undefined ? (env['CODEX_HOME'] ?? at('.codex')) : at('.codex');
      const events = ['SessionStart', 'UserPromptSubmit', 'PostToolUse', 'Stop'];
      const end = groups(['SessionEnd'], { ...hookOf, timeout: CODEX_END_SECONDS });
      return [
        {
          path: join(folder, 'config.toml'),
          purpose: 'MCP server',
          edit: tomlEdit(['mcp_servers', SERVER], { ...plainServer, env_vars: CODEX_PASSED_ON }),
        },
        hooksFile(join(folder, 'hooks.json'), [...groups(events, hookOf), ...end]),
      ];
    }
    case 'cursor': {
      const events = [
        'sessionStart',
        'beforeSubmitPrompt',
        'postToolUse',
        'postToolUseFailure',
        'afterAgentResponse',
        'sessionEnd',
      ];
      return [
        mcpFile(at('.cursor', 'mcp.json'), server('mcpServers', plainServer)),
        hooksFile(at('.cursor', 'hooks.json'), single(events, { command, timeout: HOOK_SECONDS }), { version: 1 }),
      ];
    }
    case 'gemini': {
      const events = ['SessionStart', 'BeforeAgent', 'AfterTool', 'AfterAgent', 'SessionEnd'];
      const elements = groups(events, { name: SERVER, type: 'command', command, timeout: HOOK_SECONDS * 1000 });
      const entries = [server('mcpServers', { ...plainServer, env: GEMINI_PASSED_ON })];
      const edit = jsonEdit({ entries, elements, isOwnElement: isOwnHook });
      return [{ path: at('.gemini', 'settings.json'), purpose: 'MCP server and hooks', edit }];
    }
    case 'opencode': {
      const folder = join(env['XDG_CONFIG_HOME'] ?? join(home, '.config'), 'opencode');
      const local = { type: 'local', command: [...mcp], enabled: true };
      const content = `// Written by \`strata connect\`, removed by \`strata disconnect\`.\nexport { Strata } from ${JSON.stringify(OPENCODE_PLUGIN)};\n`;
      return [
        mcpFile(project === undefined ? join(folder, 'opencode.json') : at('opencode.json'), server('mcp', local)),
        {
          path: project === undefined ? join(folder, 'plugins', 'strata.js') : at('.opencode', 'plugins', 'strata.js'),
          purpose: 'plugin',
          edit: ownFile(content, (text) => text.startsWith('// Written by `strata connect`')),
        },
      ];
    }
    case 'vscode': {
      const user =
        {
          darwin: join(home, 'Library', 'Application Support', 'Code', 'User'),
          win32: join(env['APPDATA'] ?? join(home, 'AppData', 'Roaming'), 'Code', 'User'),
        }[platform as string] ?? join(env['XDG_CONFIG_HOME'] ?? join(home, '.config'), 'Code', 'User');
      const events = ['SessionStart', 'UserPromptSubmit', 'PostToolUse', 'Stop'];
      return [
        mcpFile(project === undefined ? join(user, 'mcp.json') : at('.vscode', 'mcp.json'), server('servers', stdio)),
        hooksFile(
          project === undefined
            ? join(home, '.copilot', 'hooks', 'strata.json')
            : at('.github', 'hooks', 'strata.json'),
          single(events, hookOf),
        ),
      ];
    }
  }
}
