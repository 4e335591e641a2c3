/**
 * Prepares a clone on a machine that has only Node: installs dependencies, generates Prisma clients, compiles sources, builds the console.
 * Skips steps that are up to date. Imports only Node's own modules, because no package is installed yet.
 */
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildConsole, isConsoleBuilt } from './setup/console.mjs';
import { install, isInstalled } from './setup/install.mjs';
import { withSetupLock } from './setup/lock.mjs';
import { compilerDigest, planOutputs } from './setup/outputs.mjs';
import { generatePrismaClients, stalePrismaClients } from './setup/prisma-clients.mjs';
import { runStep } from './setup/run-step.mjs';
import { SetupError } from './setup/setup-error.mjs';
import { isStamped } from './setup/stamp.mjs';
import { root } from './setup/workspace.mjs';

const MINIMUM_NODE = [20, 11];

/** Brings the clone up to date. If that fails, prints the cause and a hint, and ends the process. */
export async function bootstrap() {
  try {
    requireNode();
    if (!isReady()) await withSetupLock(prepare);
  } catch (error) {
    console.error(error instanceof SetupError ? `[setup] error: ${error.message}` : error);
    process.exit(1);
  }
}

function isReady() {
  return isInstalled() && stalePrismaClients().length === 0 && isCompiled() && isConsoleBuilt();
}

function isCompiled() {
  const plan = planOutputs(!isStamped('compiler', compilerDigest()));
  return plan.compile.length === 0 && plan.remove.length === 0;
}

async function prepare() {
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, exitOnSignal);
  if (!isInstalled()) await install();
  await generatePrismaClients(stalePrismaClients());
  if (!isCompiled()) {
    await runStep({ title: 'compiling', command: process.execPath, args: [join(root, 'scripts', 'build.mjs')] });
  }
  if (!isConsoleBuilt()) await buildConsole();
  for (const signal of ['SIGINT', 'SIGTERM']) process.off(signal, exitOnSignal);
}

function exitOnSignal(signal) {
  process.exit(signal === 'SIGINT' ? 130 : 143);
}

function requireNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > MINIMUM_NODE[0] || (major === MINIMUM_NODE[0] && minor >= MINIMUM_NODE[1])) return;
  throw new SetupError(
    `Strata needs Node ${MINIMUM_NODE.join('.')} or later; this is ${process.version}.`,
    'Install Node 24, for example with nvm or from your package manager, and try again.',
  );
}

if (process.argv[1] !== undefined && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) await bootstrap();
