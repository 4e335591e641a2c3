import { LearningScope } from './learning-scope.ts';
import type { CompiledScope, CompileOptions, SessionSteps } from './types.ts';

/**
 * Compiles all sessions of one learning scope (an agent in a namespace) into artifacts, and into memories of how errors
 * were overcome. An artifact that an earlier compilation returned and this one does not has lost its evidence: the caller
 * deactivates it.
 */
export function compileScope(sessions: readonly SessionSteps[], options: CompileOptions = {}): CompiledScope {
  const scope = new LearningScope();
  for (const session of sessions) scope.put(session);
  return scope.compile(options);
}
