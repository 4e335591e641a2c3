import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { SERVICES } from '../../setup/services.mjs';
import { root } from '../../setup/workspace.mjs';
import { registerTenant } from '../api.mjs';
import { alternate, figureOf, spread } from '../rounds.mjs';
import { freePorts } from '../systems/free-ports.mjs';
import { residentMemory } from '../systems/resident-memory.mjs';
import { startProcess } from '../systems/start-process.mjs';
import { captureSingly } from './capture.mjs';

const EXPRESS = fileURLToPath(new URL('../systems/bare-express.mjs', import.meta.url));
const CONNECTIONS = 64;
const WORKLOAD = { kind: 'agent-sessions', seed: 12, events: 3000, agentId: 'bench-starts' };
const SAMPLE_EVERY_MS = 200;
const FIRST_PORT = 19_200;
const MIB = 1024 ** 2;

/** The start of one more process of each service of a running cluster, and the memory of each under load, against a bare Express process. */
export async function measureServiceStarts({ system, load, size, report, record }) {
  const starts = [];
  for (const service of SERVICES) {
    const rounds = await alternate({
      rounds: size.rounds,
      strata: () => timeService(system, service),
      limit: timeExpress,
      report: (text) => report(`start of ${service}: ${text}`),
      record,
    });
    starts.push(figureOf(`start, ${service}`, 'ms', rounds, (ms) => ms));
  }
  return [...starts, ...(await measureMemory({ system, load, size, report, record }))];
}

async function timeService(system, service) {
  const port = await freePorts(2, FIRST_PORT);
  const env = { ...system.environmentOf(service), OPS_PORT: String(port), PORT: String(port + 1) };
  return timeStart({
    args: ['--enable-source-maps', join(root, 'services', service, 'dist', 'main.js')],
    env,
    url: service === 'gateway' ? `http://127.0.0.1:${port + 1}/v1/health` : `http://127.0.0.1:${port}/health`,
  });
}

async function timeExpress() {
  const port = await freePorts(1, FIRST_PORT);
  const env = { ...process.env, PORT: String(port) };
  return timeStart({ args: [EXPRESS], env, url: `http://127.0.0.1:${port}/health` });
}

async function timeStart(how) {
  const { startMs, stop } = await startProcess(how);
  await stop();
  return startMs;
}

async function measureMemory({ system, load, size, report, record }) {
  const tenant = await registerTenant(system.base);
  const express = fork(EXPRESS, { execArgv: [] });
  const [{ port }] = await once(express, 'message');
  const limit = { processes: () => [{ name: 'express', pid: express.pid }] };
  const post = (base, headers) =>
    captureSingly({ load, size, workload: WORKLOAD, connections: CONNECTIONS, tenant: { base, headers } });
  try {
    const rounds = await alternate({
      rounds: size.rounds,
      strata: () => memoryDuring(system, () => post(system.base, tenant.headers)),
      limit: () => memoryDuring(limit, () => post(`http://127.0.0.1:${port}`, { 'content-type': 'application/json' })),
      report: (text) => report(`memory under load: ${text}`),
      record,
    });
    return SERVICES.map((service) =>
      figureOf(`memory, ${service}, ${CONNECTIONS} connections`, 'MiB', rounds, (memory) =>
        memory.get(memory.has('express') ? 'express' : service),
      ),
    );
  } finally {
    express.disconnect();
  }
}

/** The median resident memory of each process in the second half of the work, in MiB. */
async function memoryDuring(system, work) {
  const samples = [];
  let isDone = false;
  const done = work().finally(() => (isDone = true));
  while (!isDone) {
    samples.push(residentMemory(system, 'VmRSS'));
    await Promise.race([done, delay(SAMPLE_EVERY_MS)]);
  }
  await done;
  const later = samples.slice(samples.length >> 1);
  return new Map(
    [...later[0].keys()].map((name) => [name, spread(later.map((sample) => sample.get(name))).median / MIB]),
  );
}
