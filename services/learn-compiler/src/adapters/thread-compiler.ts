import { randomUUID } from 'node:crypto';
import { entriesUpTo } from '@strata/platform/caches/entries-up-to';
import { LRUCache } from 'lru-cache';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { Closeable } from '@strata/platform/lifecycle/closeable';
import { workerUrl } from '@strata/platform/lifecycle/worker-url';
import { Piscina } from 'piscina';
import type { Place } from '@strata/policy/place';
import { placeKey } from '../learning/knowledge-ids.ts';
import type { CompiledKnowledge } from '../learning/compiled-knowledge.ts';
import type { OpenScope, ScopeCompiler } from '../learning/scope-compiler.ts';
import type * as Worker from './compile-worker.ts';

/** After this time without work a thread ends, which frees its memory. */
const IDLE_MS = 600_000;
const MAX_REMEMBERED = 100_000;

/** A thread of its own, and the number of works that it has. */
interface Thread {
  readonly pool: Piscina;
  works: number;
}

/**
 * Compiles in at most `threads` worker threads. A learning scope stays with one thread, which keeps it between compilations
 * as long as the threads hold at most `heldSteps` steps together.
 */
export function createThreadCompiler(threads: number, heldSteps: number): Closeable & ScopeCompiler {
  const workerData: Worker.CompileWorkerData = { heldSteps: Math.max(1, Math.floor(heldSteps / threads)) };
  const all = Array.from({ length: threads }, (): Thread => {
    const filename = workerUrl(import.meta.url, './compile-worker.ts').href;
    return {
      pool: new Piscina({ filename, minThreads: 0, maxThreads: 1, idleTimeout: IDLE_MS, workerData }),
      works: 0,
    };
  });
  const threadOf = new LRUCache<string, Thread>(entriesUpTo(MAX_REMEMBERED));
  const choose = (key: string): Thread | undefined => {
    const thread = threadOf.get(key) ?? [...all].sort((a, b) => a.works - b.works)[0];
    if (thread !== undefined) threadOf.set(key, thread);
    return thread;
  };

  return {
    async open(scope, place, work) {
      const key = keyOf(scope, place);
      const thread = choose(key);
      if (thread === undefined) throw new Error('A compiler needs at least one thread');
      const of = { key, workId: randomUUID() };
      thread.works++;
      try {
        const run = async (name: keyof typeof Worker, task: object): Promise<unknown> =>
          thread.pool.run({ ...of, ...task }, { name });
        const { revision } = (await run('openScope', {})) as ReturnType<typeof Worker.openScope>;
        const opened: OpenScope = {
          revision,
          accepts: async (changes) => (await run('accepts', { changes })) as boolean,
          restart: async (beyond) => {
            await run('restart', { beyond });
          },
          put: async (sessions, steps) => {
            await run('put', { sessions, steps });
          },
          compile: async (request) => (await run('compile', { request })) as CompiledKnowledge,
        };
        return await work(opened);
      } finally {
        thread.works--;
        // A thread that ended has nothing open.
        await thread.pool.run(of, { name: 'close' }).catch(() => undefined);
      }
    },
    close: async () => {
      await Promise.all(all.map(({ pool }) => pool.destroy()));
    },
  };
}

const keyOf = ({ tenantId, environment }: TenantScope, place: Place): string =>
  JSON.stringify([tenantId, environment, ...placeKey(place)]);
