/** `npm run cluster [-- <service>=<count> …]`: prepares the clone, then runs the six services as processes until a signal stops them. */
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { bootstrap } from './bootstrap.mjs';
import { plannedProcesses, USAGE } from './cluster/planned-processes.mjs';
import { clusterSettings } from './cluster/settings.mjs';
import { environmentOf, sharedSecrets } from './setup/shared-secrets.mjs';
import { supervise } from './cluster/supervise.mjs';
import { root } from './setup/workspace.mjs';

const READY_WITHIN_MS = 120_000;
const STOP_WITHIN_MS = 20_000;

const args = process.argv.slice(2);
if (args.includes('--help')) {
  console.log(USAGE);
  process.exit(0);
}
const { settings, planned } = readPlan(args);
const ports = planned.flatMap(({ port }) => port ?? []);
await bootstrap();
for (const port of ports) await requireFreePort(settings.host, port);
const { localUrl } = await import('../libs/platform/dist/http/local-url.js');
const urls = ports.map((port) => localUrl(settings.host, port));
const env = { ...process.env, HOST: settings.host, DATA_DIR: settings.dataDir };
const secrets = sharedSecrets(settings.dataDir, process.env);
const gatewayEnv = {
  FIRST_TENANT_CREDENTIALS_FILE:
    process.env.FIRST_TENANT_CREDENTIALS_FILE || join(settings.dataDir, 'credentials.json'),
};
const print = (line) => process.stdout.write(`${line}\n`);
const processes = planned.map(({ name, service, port, opsPort }) =>
  supervise({
    ...{ name, service, print },
    script: join(root, 'services', service, 'dist', 'main.js'),
    env: {
      ...environmentOf(service, env, secrets),
      ...(name === 'gateway' && gatewayEnv),
      ...(port !== undefined && { PORT: String(port) }),
      OPS_PORT: String(opsPort),
    },
  }),
);

let stopped;
let restarting;
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => void stop(0));
if (await areReady()) {
  process.on('SIGUSR2', () => void restartInTurn());
  print(`[cluster] ready: ${urls.join(' ')}`);
  print(`[cluster] credentials: ${gatewayEnv.FIRST_TENANT_CREDENTIALS_FILE}`);
  print(`[cluster] to restart every process in turn: kill -USR2 ${process.pid}`);
} else if (stopped === undefined) {
  print(`[cluster] the gateway was not healthy within ${READY_WITHIN_MS / 1000} s; see the lines above for the cause`);
  void stop(1);
}

/** @param {number} exitCode used if every process stops by itself; 1 if one had to be killed */
function stop(exitCode) {
  stopped ??= Promise.all(processes.map((one) => one.stop(STOP_WITHIN_MS))).then((exits) => {
    if (exits.includes(false))
      print(`[cluster] some processes did not stop within ${STOP_WITHIN_MS / 1000} s and were killed`);
    process.exit(exits.includes(false) ? 1 : exitCode);
  });
  return stopped;
}

/**
 * One process after the other: with the processors to itself it starts soonest, so that a service of one process is away for the
 * shortest time. A signal during a restart changes nothing.
 */
function restartInTurn() {
  restarting ??= (async () => {
    for (const one of processes) if (stopped === undefined) await one.restart(STOP_WITHIN_MS);
    if (stopped === undefined) print('[cluster] every process was restarted');
    restarting = undefined;
  })();
}

async function areReady() {
  for (const url of urls) if (!(await isReady(url))) return false;
  return true;
}

async function isReady(url) {
  const deadline = Date.now() + READY_WITHIN_MS;
  while (Date.now() < deadline && stopped === undefined) {
    const response = await fetch(`${url}/v1/health`, {
      signal: AbortSignal.timeout(5_000),
    }).catch(() => undefined);
    await response?.body?.cancel();
    if (response?.status === 200) return true;
    await delay(250);
  }
  return false;
}

/** Another server on the port would answer the health check in place of the gateway. @param {string} host @param {number} port */
async function requireFreePort(host, port) {
  const probe = createServer();
  try {
    await new Promise((resolve, reject) => probe.once('error', reject).listen(port, host, () => resolve(undefined)));
    await new Promise((resolve) => probe.close(resolve));
  } catch {
    console.error(`Port ${port} is already in use; set PORT to another one`);
    process.exit(1);
  }
}

/** @param {string[]} args */
function readPlan(args) {
  try {
    const settings = clusterSettings(process.env);
    return { settings, planned: plannedProcesses(args, settings) };
  } catch (error) {
    console.error(error.message);
    process.exit(1);
  }
}
