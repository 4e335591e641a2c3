import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

export const USAGE = `Usage: npm run import -- <source> [path] [options]

Sends what a tool left on this disk to a running Strata. Safe to repeat: only what is new is sent.

Sources: claude-code, codex, gemini, opencode, cursor, chatgpt, openai, jsonl
Path:    a file or a folder (default: where the tool keeps its transcripts)

  --dry-run         show what would be sent, and send nothing
  --agent <id>      agent of the events (default: the name of the source)
  --user <id>       end user whom the sessions are about (default: none)
  --namespace <id>  namespace of the events (default: none)
  --tag <tag>       a tag for every event; may be repeated
  --json            print the report as JSON
  --base <url>      address of the service (default: STRATA_URL, else that of "npm start")
  --help            show this text

The API key is STRATA_API_KEY, else the one that "npm start" wrote to DATA_DIR/credentials.json.`;

/** A mistake in how the command was called; its message is meant for the user. */
export class UsageError extends Error {}

const type = 'string';
const OPTIONS = {
  'dry-run': { type: 'boolean' },
  agent: { type },
  user: { type },
  namespace: { type },
  tag: { type, multiple: true },
  json: { type: 'boolean' },
  base: { type },
  help: { type: 'boolean' },
};

/** Reads the arguments of the command and the settings of its environment. */
export function readOptions(argv, env) {
  const { values, positionals } = parse(argv);
  const written = readCredentials(join(resolve(env.DATA_DIR || '.strata'), 'credentials.json'));
  const [source, path, ...others] = positionals;
  if (others.length > 0) throw new UsageError(`One path only, not ${others.join(' ')}\n\n${USAGE}`);
  return {
    source,
    path,
    help: values.help === true || source === undefined,
    isJson: values.json === true,
    baseUrl: values.base ?? (env.STRATA_URL || written.baseUrl || 'http://localhost:8080'),
    apiKey: env.STRATA_API_KEY || written.apiKey,
    stateDir: join(env.XDG_STATE_HOME || join(homedir(), '.local', 'state'), 'strata', 'import'),
    chosen: withoutUnset({
      dryRun: values['dry-run'],
      agentId: values.agent,
      userId: values.user,
      namespaceId: values.namespace,
      tags: values.tag,
    }),
  };
}

const withoutUnset = (record) => Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined));

function parse(argv) {
  try {
    return parseArgs({ args: argv, options: OPTIONS, allowPositionals: true });
  } catch (error) {
    throw new UsageError(`${error.message}\n\n${USAGE}`);
  }
}

function readCredentials(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return {};
  }
}
