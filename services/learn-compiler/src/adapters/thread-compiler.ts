import type { Closeable } from '@strata/platform/lifecycle/closeable';
import { workerUrl } from '@strata/platform/lifecycle/worker-url';
import { Piscina } from 'piscina';
import type { CompiledScope } from '../compile/types.ts';
import type { Compiler } from '../learning/learn.ts';
import type { CompileTask } from './compile-worker.ts';

const IDLE_MS = 30_000;

/** Compiles in at most `threads` worker threads. An idle thread ends, which frees its memory. */
export function createThreadCompiler(threads: number): Closeable & { readonly compile: Compiler } {
  const pool = new Piscina<CompileTask, CompiledScope>({
    filename: workerUrl(import.meta.url, './compile-worker.ts').href,
    minThreads: 0,
    maxThreads: threads,
    idleTimeout: IDLE_MS,
  });
  return {
    compile: (sessions, artifactType) => pool.run({ sessions, artifactType }),
    close: () => pool.destroy(),
  };
}
