import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/**
 * Starts a module that calls `answerTasks`, in a session of its own: Linux divides processors between sessions, so that it is not the
 * share of the measured system.
 * @param {URL} module
 * @param {{name: string, env?: Record<string, string>, log?: number}} options `log`: a file descriptor for its output
 * @returns {{run: (task: object) => Promise<object>, stop: () => void}} `run` runs one of its tasks
 */
export function startTaskProcess(module, { name, env = {}, log = 'inherit' }) {
  const child = fork(fileURLToPath(module), {
    execArgv: [],
    detached: true,
    env: { ...process.env, ...env },
    stdio: ['ignore', log, log, 'ipc'],
  });
  const waiting = new Map();
  let lastId = 0;
  child.on('message', ({ id, result, failure }) => {
    const { resolve, reject } = waiting.get(id);
    waiting.delete(id);
    if (failure === undefined) resolve(result);
    else reject(new Error(failure));
  });
  child.once('exit', (code) => {
    for (const { reject } of waiting.values()) reject(new Error(`${name} ended with exit code ${code}`));
  });
  return {
    run: (task) =>
      new Promise((resolve, reject) => {
        waiting.set(++lastId, { resolve, reject });
        child.send({ id: lastId, ...task });
      }),
    stop: () => child.connected && child.disconnect(),
  };
}
