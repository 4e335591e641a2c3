import { requestSnippets } from '../../ui/request-snippets.ts';

/** Where the service is, and the key to use there. */
export interface Place {
  readonly url: string;
  readonly key: string;
}

export interface Step {
  readonly says: string;
  readonly code: string;
}

export interface Client {
  readonly id: ClientId;
  readonly title: string;
  readonly about: string;
  /** Whether its snippets take the address and the key from the environment. */
  readonly usesEnvironment: boolean;
  readonly steps: (place: Place) => readonly Step[];
}

export type ClientId =
  | 'typescript'
  | 'python'
  | 'curl'
  | 'cli'
  | 'claude-code'
  | 'codex'
  | 'cursor'
  | 'gemini'
  | 'opencode'
  | 'vscode'
  | 'mcp-http'
  | 'mcp-stdio';

/** Stands where a key belongs while none was made. */
export const PLACEHOLDER = 'YOUR_API_KEY';

const FACT = 'Refunds of delivered orders need the approval of Maya.';
const QUESTION = 'Who has to approve a refund?';

/** A text of the shell, whatever is in it. */
const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

export const environmentOf = ({ url, key }: Place): string =>
  `export STRATA_URL=${quoted(url)}\nexport STRATA_API_KEY=${quoted(key)}`;

const json = (value: unknown): string => JSON.stringify(value, null, 2);
const curlOf = (snippets: readonly { readonly language: string; readonly code: string }[]): string =>
  snippets.find(({ language }) => language === 'curl')?.code ?? '';

/** `--no` forbids a download. Outside a clone, npx would else run the foreign package `strata`, which could read the API key. */
const CLI = 'npx --no strata';

/** A coding agent that `strata connect` sets up. */
const codingAgent = (id: ClientId, title: string, after: string): Client => ({
  id,
  title,
  about: `Hooks capture what ${title} does and give it what earlier sessions taught; its MCP server lets it ask and remember.`,
  usesEnvironment: true,
  steps: () => [
    {
      says: 'Run this in your clone of Strata. See what would be written to your files.',
      code: `${CLI} connect ${id} --dry-run`,
    },
    { says: `Write it. ${after}`, code: `${CLI} connect ${id}` },
    { says: 'To give the files back as they were:', code: `${CLI} disconnect ${id}` },
  ],
});

const START_ANEW = 'The next session uses it.';

export const CLIENTS: readonly [Client, ...Client[]] = [
  {
    id: 'typescript',
    title: 'TypeScript',
    about: 'The SDK: Node 20 or later, Bun, Deno and edge runtimes.',
    usesEnvironment: true,
    steps: () => [
      {
        says: 'Make the package in a clone of Strata, and install the file in your project.',
        code: 'npm run package -- client\nnpm install /path/to/strata/.strata-packages/strata-client-0.1.0.tgz',
      },
      {
        says: 'Remember something, and ask for it.',
        code: [
          `import { Strata } from '@strata/client/strata';`,
          '',
          `const strata = new Strata({ agentId: 'support' });`,
          `await strata.remember('${FACT}');`,
          `console.log(await strata.context('${QUESTION}', { maxTokens: 300 }));`,
          'await strata.close();',
        ].join('\n'),
      },
    ],
  },
  {
    id: 'python',
    title: 'Python',
    about: 'The client for Python 3.10 or later, without dependencies.',
    usesEnvironment: true,
    steps: () => [
      { says: 'Install it from a clone of Strata.', code: 'pip install ./libs/client-python' },
      {
        says: 'Remember something, and ask for it.',
        code: [
          'from strata import Strata',
          '',
          'strata = Strata(agent_id="support")',
          `strata.remember("${FACT}")`,
          `print(strata.context("${QUESTION}", max_tokens=300))`,
        ].join('\n'),
      },
    ],
  },
  {
    id: 'curl',
    title: 'curl',
    about: 'The interface itself, for every other language.',
    usesEnvironment: true,
    steps: ({ url }) => [
      {
        says: 'Capture what somebody said.',
        code: curlOf(
          requestSnippets(
            'captureEvent',
            { type: 'message', sessionId: 'first-session', payload: { role: 'user', content: FACT } },
            url,
          ),
        ),
      },
      {
        says: 'Ask what is known.',
        code: curlOf(requestSnippets('synthesize', { query: QUESTION, maxTokens: 300 }, url)),
      },
    ],
  },
  {
    id: 'cli',
    title: 'Command line',
    about: 'For people, scripts and imports of what other tools left on a disk.',
    usesEnvironment: true,
    steps: () => [
      { says: 'Run this in your clone of Strata. Check the address and the key.', code: `${CLI} status` },
      {
        says: 'Capture something, and ask for it.',
        code: `${CLI} capture "${FACT}"\n${CLI} ask "${QUESTION}"`,
      },
    ],
  },
  codingAgent('claude-code', 'Claude Code', START_ANEW),
  codingAgent('codex', 'Codex', 'Codex asks whether you trust the hooks when it starts.'),
  codingAgent('cursor', 'Cursor', START_ANEW),
  codingAgent('gemini', 'Gemini CLI', 'It starts MCP servers only in a folder that you trust (gemini trust).'),
  codingAgent('opencode', 'OpenCode', START_ANEW),
  codingAgent('vscode', 'VS Code', START_ANEW),
  {
    id: 'mcp-http',
    title: 'MCP by HTTP',
    about: 'Tools to recall, remember and report outcomes, in any client of the Model Context Protocol.',
    usesEnvironment: false,
    steps: ({ url, key }) => [
      {
        says: 'Claude Code:',
        code: `claude mcp add --transport http strata ${url}/mcp --header ${quoted(`Authorization: Bearer ${key}`)}`,
      },
      {
        says: 'Gemini CLI:',
        code: `gemini mcp add --transport http --header ${quoted(`Authorization: Bearer ${key}`)} strata ${url}/mcp`,
      },
      {
        says: 'Cursor, in ~/.cursor/mcp.json, and clients with the same format:',
        code: json({
          mcpServers: { strata: { url: `${url}/mcp`, headers: { Authorization: `Bearer ${key}` } } },
        }),
      },
      {
        says: 'Codex, in ~/.codex/config.toml, with the key in the environment variable STRATA_API_KEY:',
        code: `[mcp_servers.strata]\nurl = "${url}/mcp"\nbearer_token_env_var = "STRATA_API_KEY"`,
      },
    ],
  },
  {
    id: 'mcp-stdio',
    title: 'MCP as a program',
    about: 'For clients that start MCP servers themselves, on standard input and output.',
    usesEnvironment: false,
    steps: ({ url, key }) => [
      {
        says: 'In the configuration of the client, with the path of your clone of Strata:',
        code: json({
          mcpServers: {
            strata: {
              command: 'node',
              args: ['/path/to/strata/libs/mcp/dist/main.js'],
              env: { STRATA_URL: url, STRATA_API_KEY: key },
            },
          },
        }),
      },
    ],
  },
];
