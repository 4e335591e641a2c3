import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { chmodSync, existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** The secrets that the processes of one deployment share, by environment variable, and how to generate each. */
const SECRETS = {
  API_KEY_PEPPER: () => randomBytes(32).toString('base64url'),
  JWT_PRIVATE_KEY: () =>
    generateKeyPairSync('rsa', {
      modulusLength: 2048,
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
      publicKeyEncoding: { type: 'spki', format: 'pem' },
    }).privateKey,
  SECRET_FINGERPRINT_KEY: () => randomBytes(32).toString('base64url'),
  VAULT_KEYS: () => randomBytes(32).toString('base64'),
};

/** The variables that hold secrets, by the only service that receives them. */
const OWNERS = {
  gateway: [
    ...['API_KEY_PEPPER', 'API_KEY_PEPPER_PREVIOUS', 'JWT_PRIVATE_KEY', 'JWT_SIGNING_KEY_FILE'],
    'SECRET_FINGERPRINT_KEY',
  ],
  vault: ['VAULT_KEYS', 'VAULT_KEY_FILE', 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_SESSION_TOKEN'],
};

/** @returns {Record<string, string>} newly generated secrets, by environment variable */
export function newSecrets() {
  return Object.fromEntries(Object.entries(SECRETS).map(([name, generate]) => [name, generate()]));
}

/**
 * The shared secrets: from the environment, else from `<dataDir>/secrets`, where the first start creates them. The
 * signing key and the vault key are passed as file names, so that they can be rotated while the service runs.
 * @param {string} dataDir
 * @param {NodeJS.ProcessEnv} env
 * @returns {{gateway: Record<string, string>, vault: Record<string, string>}} by service and environment variable
 */
export function sharedSecrets(dataDir, env) {
  const folder = resolve(dataDir, 'secrets');
  const [pepper, fingerprint] = ['API_KEY_PEPPER', 'SECRET_FINGERPRINT_KEY'].map(
    (name) => env[name] || readOrCreate(folder, name),
  );
  return {
    gateway: { API_KEY_PEPPER: pepper, SECRET_FINGERPRINT_KEY: fingerprint, ...signingKey(folder, env) },
    vault: vaultKey(folder, env),
  };
}

/**
 * The environment for one service's process: with its own secrets, without those of other services.
 * @param {string} service
 * @param {NodeJS.ProcessEnv} env
 * @param {ReturnType<typeof sharedSecrets>} secrets
 * @returns {NodeJS.ProcessEnv}
 */
export function environmentOf(service, env, secrets) {
  const foreign = Object.entries(OWNERS).flatMap(([owner, names]) => (owner === service ? [] : names));
  const kept = Object.entries(env).filter(([name]) => !foreign.includes(name));
  return { ...Object.fromEntries(kept), ...secrets[service] };
}

/**
 * @param {string} folder
 * @param {NodeJS.ProcessEnv} env
 */
function signingKey(folder, env) {
  if (env.JWT_PRIVATE_KEY || env.JWT_SIGNING_KEY_FILE) return {};
  readOrCreate(folder, 'JWT_PRIVATE_KEY');
  return { JWT_SIGNING_KEY_FILE: join(folder, 'JWT_PRIVATE_KEY') };
}

/**
 * With KMS, an existing key file is still used, because data keys of some vaults may still be wrapped with its key.
 * @param {string} folder
 * @param {NodeJS.ProcessEnv} env
 */
function vaultKey(folder, env) {
  const file = join(folder, 'VAULT_KEY');
  if (env.VAULT_KEYS || env.VAULT_KEY_FILE) return {};
  if (env.VAULT_KMS_KEY_ID) return existsSync(file) ? { VAULT_KEY_FILE: file } : {};
  readOrCreate(folder, 'VAULT_KEYS', file);
  return { VAULT_KEY_FILE: file };
}

/**
 * @param {string} folder
 * @param {keyof typeof SECRETS} name
 */
function readOrCreate(folder, name, file = join(folder, name)) {
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
    // A link never replaces a file: if two clusters start at once, both read the file that was created first.
    linkSync(draft, file);
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft);
  }
  return readFileSync(file, 'utf8');
}
