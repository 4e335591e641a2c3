import { ARTIFACT_TYPES, type ArtifactType } from '@strata/contracts/schemas/artifact';
import { readEventTags } from './event-tags.ts';
import { readEventWriters, type CountWriters } from './event-writers.ts';
import { errorResolutions } from './memories/error-resolutions.ts';
import { findPatterns } from './patterns/find-patterns.ts';
import { groupErrors, type ErrorGroup } from './playbooks/error-groups.ts';
import { findPlaybooks } from './playbooks/find-playbooks.ts';
import { findPolicies } from './policies/find-policies.ts';
import { findSchemas } from './schemas/find-schemas.ts';
import { readSessions } from './sessions/read-sessions.ts';
import { symbolRoles } from './sessions/symbol-roles.ts';
import type { Session } from './sessions/session.ts';
import type { SymbolRoles } from './sessions/symbol-roles.ts';
import { settleTitles, type TitledDraft } from './titled-draft.ts';
import type { CompiledScope, CompileOptions, SessionSteps } from './types.ts';

interface MiningInput {
  readonly sessions: Session[];
  readonly roles: SymbolRoles;
  readonly groups: ErrorGroup[];
  readonly writers: CountWriters;
}

/** Finds the artifacts of each type. */
const FINDERS: Readonly<Record<ArtifactType, (input: MiningInput) => TitledDraft[]>> = {
  task_schema: ({ sessions, roles, writers }) => findSchemas(sessions, roles, writers),
  failure_playbook: ({ groups, roles, writers }) => findPlaybooks(groups, roles, writers),
  causal_pattern: ({ sessions, groups, roles, writers }) => findPatterns(sessions, groups, roles, writers),
  decision_policy: ({ sessions, groups, roles, writers }) => findPolicies(sessions, groups, roles, writers),
};

/**
 * Compiles all sessions of one learning scope (an agent in a namespace) into artifacts, and into memories of how errors
 * were overcome. Pure and deterministic. An artifact that an earlier compilation returned and this one does not has lost
 * its evidence: the caller deactivates it.
 */
export function compileScope(scope: readonly SessionSteps[], options: CompileOptions = {}): CompiledScope {
  const sessions = readSessions(scope);
  const roles = symbolRoles(sessions);
  const groups = groupErrors(sessions);
  const writers = readEventWriters(scope);
  const drafts = ARTIFACT_TYPES.flatMap((type) => FINDERS[type]({ sessions, roles, groups, writers }));
  const withEvents = readEventTags(scope);
  const artifacts = settleTitles(drafts)
    .filter(({ type, sourceEvents }) => sourceEvents.length > 0 && (options.artifactType ?? type) === type)
    .map((draft) => ({ ...draft, tags: withEvents(draft.tags, draft.evidence) }));
  return { artifacts, memories: errorResolutions(groups, scope, { roles, withEvents, writers }) };
}
