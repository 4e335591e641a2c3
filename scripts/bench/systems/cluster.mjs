import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { removeQueues } from '../../../libs/testkit/dist/remove-queues.js';
import { root } from '../../setup/workspace.mjs';
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
  const suffix = randomBytes(6).toString('hex');
  const database = `strata_bench_${suffix}`;
  const prefix = `bench-${suffix}`;
  await runAsAdmin(`create database ${database}`);
  const cleanUp = async () => {
    await runAsAdmin(`drop database if exists ${database} with (force)`);
    await removeQueues(process.env.AMQP_URL, prefix);
  };
  const url = new URL(process.env.DATABASE_URL);
  url.pathname = `/${database}`;
  const port = await freePorts(PORTS, firstPort);
  const logFile = join(folder, 'cluster.log');
  const service = await startService({
    script: join(root, 'scripts', 'cluster.mjs'),
    args: processes,
    env: {
      // The benchmark measures the jobs that it requests.
      LEARN_AUTO: 'off',
      ...env,
      PORT: String(port),
      DATA_DIR: join(folder, 'cluster'),
      DATABASE_URL: url.href,
      AMQP_PREFIX: prefix,
      DEFAULT_PLAN: 'enterprise',
    },
    logFile,
    port,
  }).catch(async (error) => {
    await cleanUp();
    throw error;
  });
  return {
    name: 'cluster',
    base: `http://127.0.0.1:${port}`,
    bases: Array.from({ length: countOf('gateway', processes) }, (_, nth) => `http://127.0.0.1:${port + nth}`),
    connectionString: url.href,
    processes: () => startedProcesses(readFileSync(logFile, 'utf8')),
    stop: async () => {
      await service.stop();
      await cleanUp();
    },
  };
}

/** How many processes of a service `processes` asks for, such as `gateway=2`. */
const countOf = (service, processes) =>
  Number(processes.findLast((one) => one.startsWith(`${service}=`))?.slice(service.length + 1) ?? 1);

/** The last process that the supervisor started for each service, from its log. */
function startedProcesses(log) {
  const pids = new Map();
  for (const [, name, pid] of log.matchAll(/^\[cluster\] (\S+) started \(pid (\d+)\)$/gmu)) pids.set(name, Number(pid));
  return [...pids].map(([name, pid]) => ({ name, pid }));
}

async function runAsAdmin(sql) {
  const client = new pg.Client({ connectionString: process.env.DATABASE_URL });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
