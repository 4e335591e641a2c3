import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { chmodSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What every gateway of one deployment must share, by environment variable, and how each is made. */
const SECRETS = {
  API_KEY_PEPPER: () => randomBytes(32).toString('base64url'),
  JWT_PRIVATE_KEY: () =>
    generateKeyPairSync('rsa', {
      modulusLength: 2048,
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
      publicKeyEncoding: { type: 'spki', format: 'pem' },
    }).privateKey,
};

/** @returns {Record<string, string>} a fresh set, by environment variable */
export function newSecrets() {
  return Object.fromEntries(Object.entries(SECRETS).map(([name, make]) => [name, make()]));
}

/**
 * The shared secrets: from the environment, else from `<dataDir>/secrets/<NAME>`, where the first start makes them.
 * @param {string} dataDir
 * @param {NodeJS.ProcessEnv} env
 * @returns {Record<string, string>} by environment variable
 */
export function sharedSecrets(dataDir, env) {
  const folder = join(dataDir, 'secrets');
  return Object.fromEntries(
    Object.entries(SECRETS)
      .filter(([name]) => !(name === 'JWT_PRIVATE_KEY' && env.JWT_SIGNING_KEY_FILE))
      .map(([name, make]) => [name, env[name] || readOrMake(folder, name, make)]),
  );
}

/**
 * @param {string} folder
 * @param {string} name
 * @param {() => string} make
 */
function readOrMake(folder, name, make) {
  const file = join(folder, name);
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
  }
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  chmodSync(folder, 0o700);
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, make(), { mode: 0o600, flag: 'wx', flush: true });
  try {
    // A link never replaces: of two clusters that start at once, both read what the first one made.
    linkSync(draft, file);
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft);
  }
  return readFileSync(file, 'utf8');
}
