import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/**
 * Starts the process of the load generator, in a session of its own: Linux divides processors between sessions, so that the load is not
 * the share of the measured system.
 * @returns {{run: (task: object) => Promise<object>, stop: () => void}} `run` runs a task of `load-process.mjs`
 */
export function startLoadGenerator() {
  const child = fork(fileURLToPath(new URL('load-process.mjs', import.meta.url)), {
    execArgv: [],
    detached: true,
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
    for (const { reject } of waiting.values()) reject(new Error(`The load generator ended with exit code ${code}`));
  });
  return {
    run: (task) =>
      new Promise((resolve, reject) => {
        waiting.set(++lastId, { resolve, reject });
        child.send({ id: lastId, ...task });
      }),
    stop: () => child.disconnect(),
  };
}
