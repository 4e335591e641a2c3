import { enterpriseOrgConfigSchema } from '@strata/enterprise-org/config';
import { gatewayConfigSchema, type GatewayConfig } from '@strata/gateway/config';
import { ingestConfigSchema } from '@strata/ingest/config';
import { learnConfigSchema } from '@strata/learn-compiler/config';
import { ConfigError, loadConfig } from '@strata/platform/config/load-config';
import { synthesisConfigSchema } from '@strata/synthesis/config';
import { vaultConfigSchema } from '@strata/vault/config';
import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, resolve } from 'node:path';
import { standaloneConfigSchema } from './config.ts';

type ProcessEnvironment = Readonly<Record<string, string | undefined>>;

/** Values for the secrets that the first start creates, so that all other settings can be checked before. */
const SECRETS_TO_COME = {
  API_KEY_PEPPER: 'x'.repeat(32),
  SECRET_FINGERPRINT_KEY: 'x'.repeat(32),
  JWT_SIGNING_KEY_FILE: 'to be created',
};

/**
 * Checks settings, data folder and port before anything is created. Throws an error whose message names the setting and
 * says what to do.
 */
export async function preflight(env: ProcessEnvironment): Promise<void> {
  const { DATA_DIR } = loadConfig(standaloneConfigSchema, env);
  const { PORT, HOST } = checkSettings(env);
  checkFolder(DATA_DIR);
  await checkPort(PORT, HOST);
}

/** Reads every service's settings; returns the gateway's. */
function checkSettings(env: ProcessEnvironment): GatewayConfig {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const vaultKeys = given['VAULT_KEYS'] ?? given['VAULT_KEY_FILE'] ?? given['VAULT_KMS_KEY_ID'];
  const vault = vaultKeys === undefined ? { VAULT_KEY_FILE: 'to be created' } : {};
  const complete = { ...SECRETS_TO_COME, ...vault, ...given };
  loadConfig(ingestConfigSchema, complete);
  loadConfig(learnConfigSchema, complete);
  loadConfig(synthesisConfigSchema, complete);
  loadConfig(enterpriseOrgConfigSchema, complete);
  loadConfig(vaultConfigSchema, complete);
  return loadConfig(gatewayConfigSchema, complete);
}

/** The folder, or the nearest folder above it that exists, must be writable. */
function checkFolder(dataDir: string): void {
  let folder = resolve(dataDir);
  while (!existsSync(folder) && dirname(folder) !== folder) folder = dirname(folder);
  if (!statSync(folder).isDirectory())
    throw new ConfigError(`DATA_DIR ${dataDir} cannot be used: ${folder} is not a folder.`);
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
  } catch {
    throw new ConfigError(`DATA_DIR ${dataDir} cannot be used: ${folder} is not writable.`);
  }
}

/** Port 0, which lets the system choose, is always free. */
async function checkPort(port: number, host: string): Promise<void> {
  const server = createServer();
  try {
    await new Promise<void>((listening, failed) => {
      server.once('error', failed).listen({ port, host }, listening);
    });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new ConfigError(
      code === 'EADDRINUSE'
        ? `Port ${String(port)} is in use. Stop the process that uses it, or choose another port (PORT=8081 npm start); a second Strata also needs its own DATA_DIR.`
        : `Port ${String(port)} on ${host} cannot be used (${code ?? 'unknown error'}). Set PORT or HOST.`,
    );
  } finally {
    await new Promise((closed) => server.close(closed));
  }
}
