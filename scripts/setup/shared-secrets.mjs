import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { chmodSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** What the processes of one deployment must share, by environment variable, and how each is made. */
const SECRETS = {
  API_KEY_PEPPER: () => randomBytes(32).toString('base64url'),
  JWT_PRIVATE_KEY: () =>
    generateKeyPairSync('rsa', {
      modulusLength: 2048,
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
      publicKeyEncoding: { type: 'spki', format: 'pem' },
    }).privateKey,
  VAULT_KEYS: () => randomBytes(32).toString('base64'),
};

/** @returns {Record<string, string>} a fresh set, by environment variable */
export function newSecrets() {
  return Object.fromEntries(Object.entries(SECRETS).map(([name, make]) => [name, make()]));
}

/**
 * The shared secrets: from the environment, else from `<dataDir>/secrets/<NAME>`, where the first start makes them. The
 * signing key is named by its file, so that it can be rotated while the service runs.
 * @param {string} dataDir
 * @param {NodeJS.ProcessEnv} env
 * @returns {Record<string, string>} by environment variable
 */
export function sharedSecrets(dataDir, env) {
  const folder = resolve(dataDir, 'secrets');
  const pepper = env.API_KEY_PEPPER || readOrMake(folder, 'API_KEY_PEPPER');
  const secrets = { API_KEY_PEPPER: pepper, ...vaultKeys(folder, env) };
  if (env.JWT_PRIVATE_KEY || env.JWT_SIGNING_KEY_FILE) return secrets;
  readOrMake(folder, 'JWT_PRIVATE_KEY');
  return { ...secrets, JWT_SIGNING_KEY_FILE: join(folder, 'JWT_PRIVATE_KEY') };
}

/**
 * The keys of the vaults, where nothing else says where they are: in a file, like the signing key.
 * @param {string} folder
 * @param {NodeJS.ProcessEnv} env
 * @returns {Record<string, string>}
 */
function vaultKeys(folder, env) {
  if (env.VAULT_KEYS || env.VAULT_KEY_FILE || env.VAULT_KMS_KEY_ID) return {};
  readOrMake(folder, 'VAULT_KEYS');
  return { VAULT_KEY_FILE: join(folder, 'VAULT_KEYS') };
}

/**
 * @param {string} folder
 * @param {keyof typeof SECRETS} name
 */
function readOrMake(folder, name) {
  const file = join(folder, name);
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
  }
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  chmodSync(folder, 0o700);
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, SECRETS[name](), { mode: 0o600, flag: 'wx', flush: true });
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
