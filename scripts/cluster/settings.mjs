import { resolve } from 'node:path';

const EXAMPLES = {
  DATABASE_URL: 'postgres://postgres@127.0.0.1:5432/postgres',
  AMQP_URL: 'amqp://guest:guest@127.0.0.1:5672',
  REDIS_URL: 'redis://127.0.0.1:6379',
};

/**
 * Reads the supervisor's own settings; the services read the rest of the environment. Throws an error that names the
 * variable if one is missing or invalid.
 * @param {NodeJS.ProcessEnv} env
 * @returns {{host: string, port: number, opsPortBase: number | undefined, dataDir: string}} if `opsPortBase` is 0, every process picks a free port
 */
export function clusterSettings(env) {
  const missing = Object.keys(EXAMPLES).filter((name) => !env[name]);
  if (missing.length > 0) {
    const example = missing.map((name) => `${name}=${EXAMPLES[name]}`).join(' ');
    throw new Error(`The cluster needs ${missing.join(' and ')}, for example: ${example} npm run cluster`);
  }
  const port = portOf(env, 'PORT', 8080);
  return {
    host: env.HOST || '127.0.0.1',
    port,
    opsPortBase: opsPortBaseOf(env),
    dataDir: resolve(env.DATA_DIR || '.strata'),
  };
}

/** @param {NodeJS.ProcessEnv} env */
function opsPortBaseOf(env) {
  if (!env.OPS_PORT_BASE) return undefined;
  return env.OPS_PORT_BASE === '0' ? 0 : portOf(env, 'OPS_PORT_BASE', 0);
}

/**
 * @param {NodeJS.ProcessEnv} env
 * @param {string} name
 * @param {number} fallback
 */
function portOf(env, name, fallback) {
  const port = Number(env[name] || fallback);
  if (Number.isInteger(port) && port > 0 && port < 65_530) return port;
  throw new Error(`${name} must be a port number from 1 to 65529`);
}
