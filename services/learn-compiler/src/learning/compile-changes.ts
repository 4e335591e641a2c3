import type { ArtifactType } from '@strata/contracts/schemas/artifact';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { Place } from '@strata/policy/place';
import type { CompiledKnowledge } from './compiled-knowledge.ts';
import type { KnowledgeStore } from './knowledge-store.ts';
import type { OpenScope, ScopeCompiler } from './scope-compiler.ts';
import type { ScopeSession } from './scope-session.ts';

/** Steps that are read and sent to the compiler together. */
const PAGE_STEPS = 20_000;

export interface CompileChanges {
  readonly scope: TenantScope;
  readonly place: Place;
  readonly maxSteps: number;
  readonly artifactType: ArtifactType | undefined;
  readonly signal: AbortSignal;
}

type Steps = Pick<KnowledgeStore, 'changedSessions' | 'newestSessions' | 'stepsOf' | 'fingerprints'>;

/**
 * Compiles a learning scope: reads the sessions that changed since the compiler saw them, or all of them if it holds nothing,
 * and returns what differs from what is stored.
 */
export const compileChanges = (
  steps: Steps,
  compiler: ScopeCompiler,
  { signal, ...of }: CompileChanges,
): Promise<CompiledKnowledge> =>
  compiler.open(of.scope, of.place, async (opened) => {
    const revision = (await putChanges(steps, opened, of, signal)) ?? (await putAll(steps, opened, of, signal));
    return opened.compile({ ...of, revision, known: await steps.fingerprints(of.scope, of.place) });
  });

type Of = Omit<CompileChanges, 'signal'>;

/** Puts what changed. Returns the revision up to which nothing is missing; undefined if everything must be put again. */
async function putChanges(steps: Steps, opened: OpenScope, of: Of, signal: AbortSignal): Promise<number | undefined> {
  if (opened.revision === null) return undefined;
  const changes = await steps.changedSessions(of.scope, of.place, opened.revision, of.maxSteps);
  if (!(await opened.accepts(changes))) return undefined;
  await putPages(steps, opened, of, changes, signal);
  return changes.reduce((last, { revision }) => Math.max(last, revision), opened.revision);
}

async function putAll(steps: Steps, opened: OpenScope, of: Of, signal: AbortSignal): Promise<number> {
  const { revision, sessions, beyond } = await steps.newestSessions(of.scope, of.place, of.maxSteps);
  await opened.restart(beyond);
  await putPages(steps, opened, of, sessions, signal);
  return revision;
}

async function putPages(
  steps: Steps,
  opened: OpenScope,
  { scope, place, maxSteps }: Of,
  sessions: readonly ScopeSession[],
  signal: AbortSignal,
): Promise<void> {
  for (const page of inPages(sessions)) {
    signal.throwIfAborted();
    const ids = page.filter((session) => session.steps > 0).map(({ sessionId }) => sessionId);
    await opened.put(page, ids.length === 0 ? [] : await steps.stepsOf(scope, place, ids, maxSteps));
  }
}

/** Sessions in pages of at most {@link PAGE_STEPS} steps. */
function* inPages(sessions: readonly ScopeSession[]): Generator<ScopeSession[]> {
  let page: ScopeSession[] = [];
  let steps = 0;
  for (const session of sessions) {
    if (page.length > 0 && steps + session.steps > PAGE_STEPS) {
      yield page;
      [page, steps] = [[], 0];
    }
    page.push(session);
    steps += session.steps;
  }
  if (page.length > 0) yield page;
}
