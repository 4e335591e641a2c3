import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { connect } from 'amqplib';
import pg from 'pg';
import { queueLearning } from '../../../libs/contracts/dist/calls/learn.js';
import { storeEvents } from '../../../libs/contracts/dist/calls/ingest.js';
import { recordAccesses, recordAudit } from '../../../libs/contracts/dist/calls/organizations.js';
import { AmqpNames } from '../../../libs/platform/dist/bus/amqp/topology.js';
import { DEFAULT_RETRY_LADDER } from '../../../libs/platform/dist/bus/retry-ladder.js';
import { root } from '../../setup/workspace.mjs';
import { freePorts } from './free-ports.mjs';
import { startService } from './service-process.mjs';

const NEEDED = ['DATABASE_URL', 'AMQP_URL', 'REDIS_URL'];
const PORTS = 8;

/** The environment's names that a cluster needs and that are not set. */
export const missingForCluster = (env) => NEEDED.filter((name) => !env[name]);

/**
 * The six services as processes, on a database and under a broker prefix of their own that are removed at the end.
 * Limits run on the same database.
 * @param {{folder: string, firstPort: number, env?: Record<string, string>}} options
 */
export async function startCluster({ folder, firstPort, env = {} }) {
  const mark = randomBytes(6).toString('hex');
  const database = `strata_bench_${mark}`;
  const prefix = `bench-${mark}`;
  await administrate(`create database ${database}`);
  const removeTraces = async () => {
    await administrate(`drop database if exists ${database} with (force)`);
    await removeQueues(prefix);
  };
  const url = new URL(process.env.DATABASE_URL);
  url.pathname = `/${database}`;
  const port = await freePorts(PORTS, firstPort);
  const logFile = join(folder, 'cluster.log');
  const service = await startService({
    script: join(root, 'scripts', 'cluster.mjs'),
    env: {
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
    await removeTraces();
    throw error;
  });
  return {
    name: 'cluster',
    base: `http://127.0.0.1:${port}`,
    connectionString: url.href,
    processes: () => startedProcesses(readFileSync(logFile, 'utf8')),
    stop: async () => {
      await service.stop();
      await removeTraces();
    },
  };
}

/** The supervisor says which process it started last under each name. */
function startedProcesses(log) {
  const pids = new Map();
  for (const [, name, pid] of log.matchAll(/^\[cluster\] (\S+) started \(pid (\d+)\)$/gmu)) pids.set(name, Number(pid));
  return [...pids].map(([name, pid]) => ({ name, pid }));
}

async function administrate(sql) {
  const client = new pg.Client({ connectionString: process.env.DATABASE_URL });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

/** Queues of commands outlive their services on purpose; those of a bench must not. */
async function removeQueues(prefix) {
  const names = new AmqpNames(prefix);
  const connection = await connect(process.env.AMQP_URL);
  const channel = await connection.createChannel();
  for (const command of [storeEvents, queueLearning, recordAccesses, recordAudit]) {
    const delays = DEFAULT_RETRY_LADDER.map((delay) => names.delay(command, delay));
    for (const queue of [names.queue(command), names.deadLetters(command), ...delays]) await channel.deleteQueue(queue);
  }
  await channel.deleteExchange(names.announcements);
  await connection.close();
}
