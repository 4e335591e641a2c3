import { spawn } from 'node:child_process';
import { SetupError } from './setup-error.mjs';
import { root } from './workspace.mjs';

const QUIET_MS = 15_000;
const TAIL_CHARACTERS = 20_000;

/** Causes recognised in a failed command's output; the first match wins. */
const HINTS = [
  [/ENOSPC|no space left/i, 'The disk is full: free some space (about 1 GB is needed) and try again.'],
  [
    /ERR_PNPM_OUTDATED_LOCKFILE/,
    'pnpm-lock.yaml does not match the package.json files: run `npx pnpm install` and commit the lock file.',
  ],
  [/ERR_PNPM_UNSUPPORTED_ENGINE|EBADENGINE/, 'This Node version is not supported: use Node 24, 22 or 20.'],
  [
    /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ERR_SOCKET_TIMEOUT/i,
    "Cannot reach the package registry. Check the connection; behind a proxy set HTTPS_PROXY, or npm's `registry` and `proxy` settings.",
  ],
  [
    /CERT|self.signed certificate/i,
    "The registry's certificate is not trusted here: set NODE_EXTRA_CA_CERTS to your certificate authority's file.",
  ],
  [/\bE401\b|\bE403\b|ERR_PNPM_FETCH_40[13]/, 'The registry denied access: check the credentials in your .npmrc.'],
  [/EACCES|EPERM/, "A file could not be written: check the owner of this folder and of npm's cache."],
];

/**
 * Runs one command of the preparation and shows its output. Without output, prints now and then that the command is
 * still running. Throws a {@link SetupError} with the cause and a hint.
 * @param {{title: string, note?: string, command: string, args: string[], env?: Record<string, string>, quiet?: boolean}} step
 *   `note` is shown once, at the start; `quiet` shows output only if the command fails
 * @returns {Promise<void>}
 */
export async function runStep({ title, note, command, args, env = {}, quiet = false }) {
  const started = Date.now();
  console.error(`[setup] ${title}${note === undefined ? '' : ` (${note})`}`);
  const child = spawn(command, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
  });
  const stop = () => child.kill('SIGTERM');
  process.once('exit', stop);

  let tail = '';
  let lastOutput = Date.now();
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      tail = (tail + text).slice(-TAIL_CHARACTERS);
      lastOutput = Date.now();
      if (!quiet) process.stderr.write(text);
    });
  }
  const heartbeat = setInterval(() => {
    if (Date.now() - lastOutput >= QUIET_MS)
      console.error(`[setup] still working: ${title} (${secondsSince(started)} s)`);
  }, QUIET_MS);

  const failure = await new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code, signal) =>
      resolve(code === 0 ? undefined : signal ? `ended by ${signal}` : `exit code ${code}`),
    );
  });
  clearInterval(heartbeat);
  process.off('exit', stop);
  if (failure === undefined) return console.error(`[setup] done in ${secondsSince(started)} s`);
  if (quiet) process.stderr.write(tail);
  throw new SetupError(`${title} failed: ${failure}.`, HINTS.find(([pattern]) => pattern.test(tail))?.[1]);
}

/** @param {number} started */
function secondsSince(started) {
  return ((Date.now() - started) / 1000).toFixed(1);
}
