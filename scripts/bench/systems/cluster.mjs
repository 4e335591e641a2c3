import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { removeQueues } from '../../../libs/testkit/dist/remove-queues.js';
import { plannedProcesses } from '../../cluster/planned-processes.mjs';
import { environmentOf, sharedSecrets } from '../../setup/shared-secrets.mjs';
import { root } from '../../setup/workspace.mjs';
import { createDatabase } from './database.mjs';
import { freePorts } from './free-ports.mjs';
import { startService } from './service-process.mjs';

const REQUIRED = ['DATABASE_URL', 'AMQP_URL', 'REDIS_URL'];
/** More than any number of processes that makes sense on one machine. */
const PORTS = 40;

/** The environment variables that a cluster needs and that are not set. */
export const missingForCluster = (env) => REQUIRED.filter((name) => !env[name]);

/**
 * Starts the six services as processes, with their own database and broker prefix, which are removed at the end. Limits
 * run on the same database.
 * @param {{folder: string, firstPort: number, processes?: string[], env?: Record<string, string>}} options `processes` such as `ingest=3`
 */
export async function startCluster({ folder, firstPort, processes = [], env = {} }) {
  const port = await freePorts(PORTS, firstPort);
  const planned = plannedProcesses(processes, { port, opsPortBase: undefined });
  const suffix = randomBytes(6).toString('hex');
  const prefix = `bench-${suffix}`;
  const database = await createDatabase();
  const cleanUp = async () => {
    await database.drop();
    await removeQueues(process.env.AMQP_URL, prefix);
  };
  const logFile = join(folder, 'cluster.log');
  const dataDir = join(folder, 'cluster');
  const settings = {
    // The benchmark measures the jobs that it requests.
    LEARN_AUTO: 'off',
    ...env,
    PORT: String(port),
    DATA_DIR: dataDir,
    DATABASE_URL: database.connectionString,
    AMQP_PREFIX: prefix,
    DEFAULT_PLAN: 'enterprise',
  };
  const service = await startService({
    script: join(root, 'scripts', 'cluster.mjs'),
    args: processes,
    env: settings,
    logFile,
    port,
  }).catch(async (error) => {
    await cleanUp();
    throw error;
  });
  return {
    name: 'cluster',
    base: `http://127.0.0.1:${port}`,
    bases: planned.flatMap((one) => (one.service === 'gateway' ? `http://127.0.0.1:${one.port}` : [])),
    connectionString: database.connectionString,
    /** For one more process of a service. */
    environmentOf: (name) => environmentOf(name, { ...process.env, ...settings }, sharedSecrets(dataDir, process.env)),
    /** Where the processes of a service show their health and metrics. */
    operations: (name) => planned.flatMap((one) => (one.service === name ? `http://127.0.0.1:${one.opsPort}` : [])),
    processes: () => startedProcesses(readFileSync(logFile, 'utf8')),
    stop: async () => {
      await service.stop();
      await cleanUp();
    },
  };
}

/** The last process that the supervisor started for each service, from its log. */
function startedProcesses(log) {
  const pids = new Map();
  for (const [, name, pid] of log.matchAll(/^\[cluster\] (\S+) started \(pid (\d+)\)$/gmu)) pids.set(name, Number(pid));
  return [...pids].map(([name, pid]) => ({ name, pid }));
}
