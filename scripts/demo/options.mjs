import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { DemoError } from './demo-error.mjs';

const DEFAULT_BASE = 'http://127.0.0.1:8080';

export const USAGE = `Usage: npm run demo [-- <options>]

Sends sessions of two agents to a running Strata, learns from them, and shows the results.

  --base <url>  address of the service (default: the one that "npm start" started, else ${DEFAULT_BASE})
  --key <key>   API key (default: the one that "npm start" wrote to DATA_DIR/credentials.json)
  --all         show all artifacts, not only the first few of each type
  --help        show this text`;

/**
 * Reads the demo's options: arguments take precedence over the file that the service's first start wrote.
 * @param {string[]} argv without the program's name
 * @param {NodeJS.ProcessEnv} env
 * @returns {{base: string, key: string | undefined, credentialsFile: string, all: boolean, help: boolean}}
 */
export function readOptions(argv, env) {
  const { base, key, all, help } = parse(argv);
  const credentialsFile = join(resolve(env.DATA_DIR || '.strata'), 'credentials.json');
  const written = readCredentials(credentialsFile);
  return {
    base: origin(base ?? written.baseUrl ?? DEFAULT_BASE),
    key: key ?? written.apiKey,
    credentialsFile,
    all: all ?? false,
    help: help ?? false,
  };
}

function parse(argv) {
  try {
    const type = 'string';
    return parseArgs({
      args: argv,
      options: { base: { type }, key: { type }, all: { type: 'boolean' }, help: { type: 'boolean' } },
    }).values;
  } catch (error) {
    throw new DemoError(`${error.message}\n\n${USAGE}`);
  }
}

function readCredentials(file) {
  let text;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return {};
  }
  try {
    return JSON.parse(text);
  } catch {
    throw new DemoError(`${file} is not valid JSON; pass --base and --key instead.`);
  }
}

/** Removes a trailing slash or `/v1`, because users paste addresses with either. */
function origin(base) {
  if (!URL.canParse(base)) throw new DemoError(`--base: ${base} is not an address like ${DEFAULT_BASE}`);
  return base.replace(/\/+$/, '').replace(/\/v1$/, '');
}
