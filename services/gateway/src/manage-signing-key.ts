import { loadConfig } from '@strata/platform/config/load-config';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { rotateKeyFile } from './adapters/rotate-key-file.ts';
import { keyFileConfigSchema } from './config.ts';

const USAGE = `Usage: npm run rotate-signing-key -- [<file>] [--drop-earlier]

Puts a new key first in the file of keys that sign users' tokens. Every gateway that reads the file takes it up while
it runs. The keys before it go on verifying for as long as what they signed may be valid; a later rotation drops them.
With --drop-earlier, as after a theft, they are dropped at once: whoever is signed in must sign in again.
The file is JWT_SIGNING_KEY_FILE, or the one that "npm start" and "npm run cluster" keep in DATA_DIR.`;

/**
 * `npm run rotate-signing-key`: rotates a file of signing keys.
 * @returns the text for the operator.
 * @throws Error with a message for the operator.
 */
export async function manageSigningKey(
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<string> {
  const { values, positionals } = parseArgs({
    args: [...argv],
    allowPositionals: true,
    options: { 'drop-earlier': { type: 'boolean', default: false }, help: { type: 'boolean' } },
  });
  if (values.help === true) return USAGE;
  const [given, ...more] = positionals;
  if (more.length > 0) throw new Error(`too many arguments: ${more.join(' ')}`);
  const file = given ?? fileOf(env);
  const { kept, dropped } = await rotateKeyFile(file, { now: new Date(), dropEarlier: values['drop-earlier'] });
  return `A new key in ${file} signs from now on. Earlier keys: ${kept} go on verifying, ${dropped} dropped.`;
}

function fileOf(env: Readonly<Record<string, string | undefined>>): string {
  const { JWT_PRIVATE_KEY, JWT_SIGNING_KEY_FILE, DATA_DIR } = loadConfig(keyFileConfigSchema, env);
  if (JWT_SIGNING_KEY_FILE !== undefined) return JWT_SIGNING_KEY_FILE;
  if (JWT_PRIVATE_KEY === undefined) return join(DATA_DIR, 'secrets', 'JWT_PRIVATE_KEY');
  throw new Error('the keys are in JWT_PRIVATE_KEY, not in a file; the README of the gateway says how to rotate them');
}
