import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/**
 * Starts a module that sends one message when it is ready, and ends when it is disconnected.
 * @param {URL} module
 * @param {{env?: Record<string, string>, detached?: boolean}} options
 * @returns {Promise<{message: any, stop: () => void}>}
 */
export async function forkProcess(module, { env = {}, detached = false } = {}) {
  const child = fork(fileURLToPath(module), { execArgv: [], detached, env: { ...process.env, ...env } });
  const [message] = await once(child, 'message');
  return { message, stop: () => child.disconnect() };
}
