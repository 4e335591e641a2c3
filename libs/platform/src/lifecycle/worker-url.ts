import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * The compiled file of a worker thread. Threads run plain JavaScript, so a module that runs from its TypeScript source
 * (in tests) uses the worker from `dist`. `from` is the caller's `import.meta.url`, in `src/….ts` or `dist/….js`; `worker` is
 * the worker's file beside the caller, such as `./backend-worker.ts`. Throws when the worker has not been built.
 */
export function workerUrl(from: string, worker: string): URL {
  const url = new URL(worker, from);
  const source = url.pathname.lastIndexOf('/src/');
  if (from.endsWith('.ts') && source >= 0) {
    url.pathname = `${url.pathname.slice(0, source)}/dist/${url.pathname.slice(source + '/src/'.length)}`;
  }
  url.pathname = url.pathname.replace(/\.ts$/, '.js');
  const file = fileURLToPath(url);
  if (!existsSync(file)) throw new Error(`The worker ${file} has not been built; run "npm run build" first`);
  return url;
}
