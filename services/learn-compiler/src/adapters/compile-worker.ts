import { workerData } from 'node:worker_threads';
import { LRUCache } from 'lru-cache';
import type { CompiledKnowledge } from '../learning/compiled-knowledge.ts';
import { HeldScope, type CompileRequest } from '../learning/held-scope.ts';
import type { ScopeSession, StoredSteps } from '../learning/scope-session.ts';

/** Data of the worker's thread. */
export interface CompileWorkerData {
  /** How many steps it may hold between compilations. */
  readonly heldSteps: number;
}

/** A work on a learning scope: the scope's key, and the id of the work. */
interface Work {
  readonly key: string;
  readonly workId: string;
}

/** Sessions without steps are forgotten after a day: what is held longer than this is read again. */
const HELD_MS = 3_600_000;

const { heldSteps } = workerData as CompileWorkerData;

const held = new LRUCache<string, HeldScope>({
  maxSize: heldSteps,
  maxEntrySize: heldSteps,
  sizeCalculation: ({ steps }) => Math.max(1, steps),
  ttl: HELD_MS,
});
/** By the id of the work that they are open for. */
const open = new Map<string, HeldScope>();

/** Takes a learning scope out of what is held, so that work that fails leaves nothing half done. */
export function openScope({ key, workId }: Work): { readonly revision: number | null } {
  const scope = held.get(key) ?? new HeldScope();
  held.delete(key);
  open.set(workId, scope);
  return { revision: scope.revision };
}

export const accepts = ({ workId, changes }: Work & { readonly changes: ScopeSession[] }): boolean =>
  opened(workId).accepts(changes);

export function restart({ workId, beyond }: Work & { readonly beyond: number }): void {
  open.set(workId, new HeldScope(beyond));
}

export function put({
  workId,
  sessions,
  steps,
}: Work & { readonly sessions: ScopeSession[]; readonly steps: StoredSteps[] }): void {
  opened(workId).put(sessions, steps);
}

export function compile({ key, workId, request }: Work & { readonly request: CompileRequest }): CompiledKnowledge {
  const scope = opened(workId);
  const compiled = scope.compile(request);
  held.set(key, scope);
  return compiled;
}

export function close({ workId }: Work): void {
  open.delete(workId);
}

/** Errors: the thread was replaced by another one, which holds nothing. */
function opened(workId: string): HeldScope {
  const scope = open.get(workId);
  if (scope === undefined) throw new Error('The learning scope is no longer open in the compiler');
  return scope;
}
