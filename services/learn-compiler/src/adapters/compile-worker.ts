import { compileScope } from '../compile/compile-scope.ts';
import type { ArtifactType, CompiledScope, SessionSteps } from '../compile/types.ts';

export interface CompileTask {
  readonly sessions: SessionSteps[];
  readonly artifactType: ArtifactType | undefined;
}

/** Runs in a thread of its own, so that mining never delays an answer. */
export default function compile({ sessions, artifactType }: CompileTask): CompiledScope {
  return compileScope(sessions, artifactType === undefined ? {} : { artifactType });
}
