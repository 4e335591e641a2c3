import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parse } from 'smol-toml';
import { CLIENTS, type ClientName } from '../clients.ts';
import { clientFiles, type Surroundings } from './client-files.ts';
import { applyPlan, describePlan, planConnection, planDisconnection } from './connect-client.ts';

const CLAUDE_SETTINGS = `{
    "permissions": { "allow": ["Bash(npm test:*)"], "deny": [] },
    "hooks": {
        "PostToolUse": [
            { "matcher": "Edit|Write", "hooks": [{ "type": "command", "command": "npx prettier --write ." }] }
        ]
    },
    "model": "opus"
}
`;
const CLAUDE_SERVERS = `{"numStartups":12,"mcpServers":{"github":{"command":"gh-mcp","env":{"GITHUB_TOKEN":"ghp_0123456789abcdefghijklmnopqrstuvwxyz"}}}}`;
const CODEX_CONFIG = `# My model
model = "gpt-5-codex"   # the fast one

[mcp_servers.docs]
command = "npx"
args = ["-y", "docs-mcp"]`;
const GEMINI_SETTINGS = `{\r\n\t// how it looks\r\n\t"theme": "GitHub",\r\n\t"hooks": {\r\n\t\t"AfterTool": [\r\n\t\t\t{ "matcher": "write_.*", "hooks": [{ "type": "command", "command": "lint", "timeout": 500 }] }, // mine\r\n\t\t],\r\n\t},\r\n}\r\n`;
const CURSOR_HOOKS = `{
  "version": 1,
  "hooks": { "stop": [{ "command": "./notify.sh" }], "postToolUse": [] }
}`;
const OPENCODE = `{
  "$schema": "https://opencode.ai/config.json",
  // servers of the team
  "mcp": { "jira": { "type": "remote", "url": "https://jira.example.com/mcp" } }
}
`;
const VSCODE_SERVERS = `{
	// for everybody
	"servers": {
		"playwright": { "command": "npx", "args": ["-y", "@playwright/mcp"] }
	},
	"inputs": []
}
`;

describe('Connecting a coding agent', () => {
  let home: string;
  let around: Surroundings;
  let backups: string;
  const existing: Readonly<Record<string, string>> = {
    '.claude/settings.json': CLAUDE_SETTINGS,
    '.claude.json': CLAUDE_SERVERS,
    '.codex/config.toml': CODEX_CONFIG,
    '.gemini/settings.json': GEMINI_SETTINGS,
    '.cursor/hooks.json': CURSOR_HOOKS,
    '.config/opencode/opencode.json': OPENCODE,
    '.config/Code/User/mcp.json': VSCODE_SERVERS,
  };
  const write = async (name: string, text: string): Promise<void> => {
    await mkdir(dirname(join(home, name)), { recursive: true });
    await writeFile(join(home, name), text);
  };
  const read = (name: string): Promise<string> => readFile(join(home, name), 'utf8');
  const files = async (): Promise<Record<string, string>> => {
    const names = (await readdir(home, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
    const paths = names.map((entry) => join(entry.parentPath, entry.name)).filter((path) => !path.startsWith(backups));
    return Object.fromEntries(
      await Promise.all(paths.map(async (path) => [path, await readFile(path, 'utf8')] as const)),
    );
  };
  const connect = async (client: ClientName, changes: Partial<Surroundings> = {}) => {
    const planned = await planConnection(clientFiles(client, { ...around, ...changes }), backups);
    await applyPlan(planned, backups);
    return planned;
  };
  const disconnect = async (client: ClientName) => {
    const planned = await planDisconnection(clientFiles(client, around), backups);
    await applyPlan(planned, backups);
    return planned;
  };

  beforeEach(async () => {
    home = await mkdtemp(join(tmpdir(), 'strata-connect-'));
    backups = join(home, 'backups');
    around = {
      home,
      env: {},
      platform: 'linux',
      mcp: ['/usr/bin/node', '/opt/strata/strata.mjs', 'mcp'],
      hook: ['/usr/bin/node', '/opt/strata/dist/strata-hook.js'],
    };
    for (const [name, text] of Object.entries(existing)) await write(name, text);
  });
  afterEach(() => rm(home, { recursive: true, force: true }));

  it.each(CLIENTS)(
    'keeps what %s has, adds the server and the hooks once, and gives every byte back',
    async (client) => {
      const before = await files();
      const planned = await connect(client);
      expect(planned.every(({ before, after }) => before !== after)).toBe(true);
      const connected = await files();
      const written = planned.map(({ path }) => connected[path] ?? '').join('\n');
      expect(written).toContain('strata.mjs');
      if (client !== 'opencode') expect(written).toContain(`/opt/strata/dist/strata-hook.js ${client}`);
      for (const [path, text] of Object.entries(before)) {
        const kept = text.split(/\r?\n/).filter((line) => /(?<!:)\/\/|^#/.test(line));
        for (const line of kept) expect(connected[path]).toContain(line.slice(line.search(/(?<!:)\/\/|#/)));
      }

      await connect(client);
      expect(await files()).toEqual(connected);
      await disconnect(client);
      expect(await files()).toEqual(before);
      await disconnect(client);
      expect(await files()).toEqual(before);
    },
  );

  it.each(CLIENTS)('leaves nothing of itself for %s when others changed the files meanwhile', async (client) => {
    const planned = await connect(client);
    for (const { path } of planned) {
      const text = await readFile(path, 'utf8');
      const space = path.endsWith('.toml') ? '\n# theirs\n' : path.endsWith('.js') ? '\n// theirs\n' : '\n\n';
      await writeFile(path, text + space);
    }
    await disconnect(client);
    for (const { path, before } of planned) {
      const rest = await readFile(path, 'utf8').catch(() => '');
      expect(rest).not.toContain('/opt/strata');
      if (before !== null && path.endsWith('.json'))
        expect(rest.replaceAll(/\s/g, '')).toBe(withoutEmptyList(before).replaceAll(/\s/g, ''));
    }
  });

  it.each(['claude-code', 'gemini', 'opencode'] as const)(
    'knows its server of a clone in a folder of any name for %s',
    async (client) => {
      await connect(client, { mcp: ['/usr/bin/node', '/home/ada/clone/libs/cli/dist/main.js', 'mcp'] });
      const [planned] = await planConnection(clientFiles(client, around), join(home, 'other-backups'));
      expect(planned?.after).toContain('strata.mjs');
      expect(planned?.after).not.toContain('/home/ada/clone');
    },
  );

  it('lets Codex and Gemini CLI pass the key on to the server, and writes it nowhere', async () => {
    await connect('codex');
    await connect('gemini');
    expect(await read('.codex/config.toml')).toMatch(/env_vars = \[[^\]]*"STRATA_API_KEY"/);
    expect(await read('.gemini/settings.json')).toContain('"${STRATA_API_KEY:-}"');
  });

  it('writes the entries of Claude Code as its documentation shows them', async () => {
    await connect('claude-code');
    const settings = JSON.parse(await read('.claude/settings.json')) as { hooks: Record<string, unknown[]> };
    const hook = { type: 'command', command: '/usr/bin/node /opt/strata/dist/strata-hook.js claude-code', timeout: 10 };
    expect(settings.hooks['SessionStart']).toEqual([{ hooks: [hook] }]);
    expect(settings.hooks['PostToolUse']).toEqual([
      expect.objectContaining({ matcher: 'Edit|Write' }),
      { hooks: [hook] },
    ]);
    expect(JSON.parse(await read('.claude.json'))).toMatchObject({
      numStartups: 12,
      mcpServers: {
        github: { command: 'gh-mcp' },
        strata: { type: 'stdio', command: '/usr/bin/node', args: ['/opt/strata/strata.mjs', 'mcp'] },
      },
    });
  });

  it('appends a table to the configuration of Codex, and keeps its comments', async () => {
    await connect('codex');
    const text = await read('.codex/config.toml');
    expect(text.startsWith(CODEX_CONFIG)).toBe(true);
    expect(parse(text)).toMatchObject({
      model: 'gpt-5-codex',
      mcp_servers: {
        docs: { command: 'npx' },
        strata: { command: '/usr/bin/node', args: ['/opt/strata/strata.mjs', 'mcp'] },
      },
    });
  });

  it('replaces the entries of an earlier place, and nothing beside them', async () => {
    await connect('claude-code');
    await connect('claude-code', { hook: ['/usr/bin/node', '/new/dist/strata-hook.js'], mcp: ['/new/strata', 'mcp'] });
    const text = (await read('.claude/settings.json')) + (await read('.claude.json'));
    expect(text).not.toContain('/opt/strata');
    expect(text.split('/new/dist/strata-hook.js')).toHaveLength(7);
    await disconnect('claude-code');
    expect(await read('.claude/settings.json')).toBe(CLAUDE_SETTINGS);
  });

  it('writes to the folder of a project instead', async () => {
    const before = await files();
    const project = join(home, 'work');
    await connect('claude-code', { project });
    const written = Object.keys(await files()).filter((path) => !(path in before));
    expect(written.sort()).toEqual([join(project, '.claude/settings.local.json'), join(project, '.mcp.json')]);
  });

  it.each([
    ['claude-code', '.claude/settings.json', '{ "hooks": { "Stop": [ }', 'not valid JSON: ValueExpected in line 1'],
    ['claude-code', '.claude/settings.json', '[]', 'not a JSON object'],
    ['claude-code', '.claude/settings.json', '{"hooks": {"Stop": "secret-value"}}', 'hooks.Stop is not a list'],
    ['claude-code', '.claude.json', '{"mcpServers": {"strata": {"url": "https://mine"}}}', 'did not write'],
    ['codex', '.codex/config.toml', 'model = "secret-value', 'not valid TOML'],
    ['codex', '.codex/config.toml', 'mcp_servers = { docs = { command = "secret-value" } }', 'not valid TOML'],
    ['codex', '.codex/config.toml', '[mcp_servers.strata]\ncommand = "mine"', 'did not write'],
  ] as const)('refuses for %s to change %s when it is %s', async (client, name, text, reason) => {
    await write(name, text);
    const before = await files();
    const error: unknown = await connect(client).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ message: expect.stringContaining(reason) });
    expect((error as Error).message).toContain(name);
    expect((error as Error).message).not.toContain('secret-value');
    expect(await files()).toEqual(before);
  });

  it('shows the difference without the secrets near it', async () => {
    const [servers, settings] = await planConnection(clientFiles('claude-code', around), backups);
    expect(servers && describePlan(servers)).toContain('+');
    expect(servers && describePlan(servers)).not.toContain('ghp_0123456789');
    expect(settings && describePlan(settings)).toMatch(/^\+.*strata-hook\.js claude-code/m);
    expect(settings && describePlan(settings)).not.toContain('permissions');
  });

  it('leaves a file alone that changed after it was read', async () => {
    const planned = await planConnection(clientFiles('claude-code', around), backups);
    await write('.claude.json', '{}');
    await expect(applyPlan(planned, backups)).rejects.toThrow('changed in the meantime');
    expect(await read('.claude.json')).toBe('{}');
  });

  it('keeps what was there in place of a link that somebody planted', async () => {
    await connect('claude-code');
    const names = await readdir(backups);
    await disconnect('claude-code');
    const target = join(home, 'target');
    await writeFile(target, 'theirs');
    for (const name of names) {
      await symlink(target, join(backups, name));
      await symlink(target, `${join(backups, name)}.${process.pid}.strata-new`);
    }
    await expect(connect('claude-code')).rejects.toThrow();
    await writeFile(target, '{}');
    await connect('claude-code');
    expect(await readFile(target, 'utf8')).toBe('{}');
  });

  it('follows a link to the file, and keeps its mode', async () => {
    await rm(join(home, '.claude.json'));
    await write('dotfiles/claude.json', '{}');
    await chmod(join(home, 'dotfiles/claude.json'), 0o600);
    await symlink(join(home, 'dotfiles/claude.json'), join(home, '.claude.json'));
    await connect('claude-code');
    expect(await read('dotfiles/claude.json')).toContain('strata');
    expect((await stat(join(home, 'dotfiles/claude.json'))).mode & 0o777).toBe(0o600);
    for (const name of await readdir(backups)) expect((await stat(join(backups, name))).mode & 0o777).toBe(0o600);
  });
});

/** An empty list of hooks goes together with the entries of Strata in it. */
const withoutEmptyList = (text: string): string => text.replace(/, "postToolUse": \[\]/, '');
