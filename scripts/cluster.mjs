/** `npm run cluster`: prepares the clone, then runs each of the six services in its own process until a signal stops them. */
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { bootstrap } from './bootstrap.mjs';
import { clusterSettings } from './cluster/settings.mjs';
import { environmentOf, sharedSecrets } from './setup/shared-secrets.mjs';
import { supervise } from './cluster/supervise.mjs';
import { root } from './setup/workspace.mjs';

const SERVICES = ['gateway', 'ingest', 'learn-compiler', 'synthesis', 'enterprise-org', 'vault'];
const READY_WITHIN_MS = 120_000;
const STOP_WITHIN_MS = 20_000;

const settings = readSettings();
await bootstrap();
await requireFreePort(settings);
const { localUrl } = await import('../libs/platform/dist/http/local-url.js');
const url = localUrl(settings.host, settings.port);
const env = { ...process.env, HOST: settings.host, PORT: String(settings.port), DATA_DIR: settings.dataDir };
const secrets = sharedSecrets(settings.dataDir, process.env);
const gatewayEnv = {
  FIRST_TENANT_CREDENTIALS_FILE:
    process.env.FIRST_TENANT_CREDENTIALS_FILE || join(settings.dataDir, 'credentials.json'),
};
const print = (line) => process.stdout.write(`${line}\n`);
const services = SERVICES.map((name, index) =>
  supervise({
    name,
    script: join(root, 'services', name, 'dist', 'main.js'),
    env: {
      ...environmentOf(name, env, secrets),
      ...(name === 'gateway' && gatewayEnv),
      OPS_PORT: String(settings.opsPortBase && settings.opsPortBase + index),
    },
    print,
  }),
);

let stopped;
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => void stop(0));
if (await isReady()) {
  print(`[cluster] ready: ${url}`);
  print(`[cluster] credentials: ${gatewayEnv.FIRST_TENANT_CREDENTIALS_FILE}`);
} else if (stopped === undefined) {
  print(`[cluster] the gateway was not healthy within ${READY_WITHIN_MS / 1000} s; see the lines above for the cause`);
  void stop(1);
}

/** @param {number} exitCode used if every process stops by itself; 1 if one had to be killed */
function stop(exitCode) {
  stopped ??= Promise.all(services.map((service) => service.stop(STOP_WITHIN_MS))).then((exits) => {
    if (exits.includes(false))
      print(`[cluster] some processes did not stop within ${STOP_WITHIN_MS / 1000} s and were killed`);
    process.exit(exits.includes(false) ? 1 : exitCode);
  });
  return stopped;
}

async function isReady() {
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

/** Another server on the port would answer the health check in place of the gateway. @param {{host: string, port: number}} settings */
async function requireFreePort({ host, port }) {
  const probe = createServer();
  try {
    await new Promise((resolve, reject) => probe.once('error', reject).listen(port, host, () => resolve(undefined)));
    await new Promise((resolve) => probe.close(resolve));
  } catch {
    console.error(`Port ${port} is already in use; set PORT to another one`);
    process.exit(1);
  }
}

function readSettings() {
  try {
    return clusterSettings(process.env);
  } catch (error) {
    console.error(error.message);
    process.exit(1);
  }
}
