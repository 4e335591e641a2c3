import type { ArtifactType } from '@strata/contracts/schemas/artifact';
import { compileScope } from '../compile/compile-scope.ts';
import type { CompiledScope, SessionSteps } from '../compile/types.ts';

export interface CompileTask {
  readonly sessions: SessionSteps[];
  readonly artifactType: ArtifactType | undefined;
}

/** Runs in a worker thread, so that mining never delays a response. */
export default function compile({ sessions, artifactType }: CompileTask): CompiledScope {
  return compileScope(sessions, artifactType === undefined ? {} : { artifactType });
}
