import { readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** A coding agent as its vendor publishes it, run without a person. */
export interface InstalledClient {
  /** As `strata connect` and `strata import` call it. */
  readonly name: string;
  /** The folder of its package in `node_modules`. */
  readonly package: string;
  readonly program: string;
  /** Its own configuration, before it is connected: texts by their paths under the home folder. */
  readonly settings: (modelUrl: string) => Readonly<Record<string, string>>;
  readonly env: (modelUrl: string) => Readonly<Record<string, string>>;
  /** Its arguments for a prompt in a new session, or in the last one. */
  readonly args: (prompt: string, goesOn: boolean) => readonly string[];
  /** Whether it tells the end of a session. */
  readonly tellsEnd: boolean;
}

const json = (value: object): string => `${JSON.stringify(value, null, 2)}\n`;

export const INSTALLED_CLIENTS: readonly InstalledClient[] = [
  {
    ...{ name: 'claude-code', package: '@anthropic-ai/claude-code', program: 'claude', tellsEnd: true },
    settings: () => ({ '.claude/settings.json': json({ permissions: { allow: ['Bash(*)'] } }) }),
    env: (modelUrl) => ({
      ANTHROPIC_BASE_URL: modelUrl,
      ANTHROPIC_API_KEY: 'no-key',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      DISABLE_AUTOUPDATER: '1',
    }),
    args: (prompt, goesOn) => [...(goesOn ? ['--continue'] : []), '-p', prompt],
  },
  {
    ...{ name: 'codex', package: '@openai/codex', program: 'codex', tellsEnd: true },
    settings: (modelUrl) => ({
      '.codex/config.toml': [
        ...['# mine', 'model = "local"', 'model_provider = "local"', 'check_for_update_on_startup = false'],
        ...['[analytics]', 'enabled = false', '[model_providers.local]', 'name = "local"'],
        ...[`base_url = "${modelUrl}/v1"`, 'env_key = "MODEL_KEY"', 'wire_api = "responses"', ''],
      ].join('\n'),
    }),
    env: () => ({ MODEL_KEY: 'no-key' }),
    args: (prompt, goesOn) => [
      ...['exec', '--skip-git-repo-check', '--dangerously-bypass-hook-trust'],
      ...['--dangerously-bypass-approvals-and-sandbox', ...(goesOn ? ['resume', '--last'] : []), prompt],
    ],
  },
  {
    ...{ name: 'gemini', package: '@google/gemini-cli', program: 'gemini', tellsEnd: true },
    settings: () => ({
      '.gemini/settings.json': json({
        general: { enableAutoUpdate: false },
        privacy: { usageStatisticsEnabled: false },
        security: { auth: { selectedType: 'gemini-api-key' } },
      }),
    }),
    env: (modelUrl) => ({ GOOGLE_GEMINI_BASE_URL: modelUrl, GEMINI_API_KEY: 'no-key' }),
    args: (prompt, goesOn) => [
      ...['--skip-trust', '--yolo', '--model', 'gemini-2.5-flash', ...(goesOn ? ['--resume', 'latest'] : [])],
      ...['--prompt', prompt],
    ],
  },
  {
    ...{ name: 'opencode', package: 'opencode-ai', program: 'opencode', tellsEnd: false },
    settings: (modelUrl) => ({
      '.config/opencode/opencode.json': json({
        ...{ model: 'local/local', small_model: 'local/local', autoupdate: false, share: 'disabled' },
        provider: {
          local: {
            npm: '@ai-sdk/openai-compatible',
            options: { baseURL: `${modelUrl}/v1`, apiKey: 'no-key' },
            models: { local: { tool_call: true } },
          },
        },
      }),
    }),
    env: () => ({ OPENCODE_DISABLE_AUTOUPDATE: '1', OPENCODE_DISABLE_MODELS_FETCH: '1' }),
    args: (prompt, goesOn) => ['run', ...(goesOn ? ['--continue'] : []), prompt],
  },
];

/** The version that is installed in a folder, undefined without the client. */
export function versionIn(folder: string, client: InstalledClient): string | undefined {
  try {
    const text = readFileSync(join(folder, 'node_modules', client.package, 'package.json'), 'utf8');
    return (JSON.parse(text) as { version: string }).version;
  } catch {
    return undefined;
  }
}

export async function writeSettings(home: string, settings: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, text] of Object.entries(settings)) {
    await mkdir(dirname(join(home, name)), { recursive: true });
    await writeFile(join(home, name), text);
  }
}
