import { loadConfig } from '@strata/platform/config/load-config';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { rotateKeyFile } from './adapters/rotate-key-file.ts';
import { keyFileConfigSchema } from './config.ts';

const USAGE = `Usage: npm run rotate-signing-key -- [<file>] [--drop-earlier]

Puts a new key first in the file of keys that sign users' tokens. Running gateways read the changed file by themselves.
Earlier keys still verify for as long as the tokens that they signed can be valid; a later rotation drops them.
With --drop-earlier, for example after a theft, they are dropped at once, and all users must log in again.
The file is JWT_SIGNING_KEY_FILE, or the one that "npm start" and "npm run cluster" keep in DATA_DIR.`;

/**
 * `npm run rotate-signing-key`: rotates a file of signing keys. Returns the text for the operator. Throws with a message for
 * the operator.
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
  return `A new key in ${file} signs from now on. Earlier keys: ${kept} still verify, ${dropped} dropped.`;
}

function fileOf(env: Readonly<Record<string, string | undefined>>): string {
  const { JWT_PRIVATE_KEY, JWT_SIGNING_KEY_FILE, DATA_DIR } = loadConfig(keyFileConfigSchema, env);
  // The gateway uses the variable if both are set.
  if (JWT_PRIVATE_KEY === undefined) return JWT_SIGNING_KEY_FILE ?? join(DATA_DIR, 'secrets', 'JWT_PRIVATE_KEY');
  throw new Error('the keys are in JWT_PRIVATE_KEY, not in a file; docs/access.md says how to rotate them');
}
