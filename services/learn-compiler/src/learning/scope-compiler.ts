import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { Place } from '@strata/policy/place';
import type { CompiledKnowledge } from './compiled-knowledge.ts';
import type { CompileRequest } from './held-scope.ts';
import type { ScopeSession, StoredSteps } from './scope-session.ts';

/** A learning scope in a compiler. It is only used by the work that it was given to. */
export interface OpenScope {
  /** It holds every change of the sessions up to this revision; null: it holds nothing. */
  readonly revision: number | null;
  /** Whether changes can be put into what it holds. */
  accepts(changes: readonly ScopeSession[]): Promise<boolean>;
  /** Forgets what it holds, to be put again. `beyond` is the arrival of the newest session that is left out, or 0. */
  restart(beyond: number): Promise<void>;
  /** Adds or replaces sessions; one without steps is removed. */
  put(sessions: readonly ScopeSession[], steps: readonly StoredSteps[]): Promise<void>;
  /** Compiles, and keeps the scope for the next time. */
  compile(request: CompileRequest): Promise<CompiledKnowledge>;
}

/** Compiles learning scopes in other threads, and keeps some of them there between compilations. */
export interface ScopeCompiler {
  /** Opens a learning scope for some work. What is open for other work counts as not held. */
  open<Result>(scope: TenantScope, place: Place, work: (opened: OpenScope) => Promise<Result>): Promise<Result>;
}
