import { ARTIFACT_TYPES, type ArtifactType } from '@strata/contracts/schemas/artifact';
import type { CountWriters } from './event-writers.ts';
import { LastDrafts } from './last-drafts.ts';
import { Memo } from './memo.ts';
import { withoutPersonal } from './end-users/without-personal.ts';
import { errorResolutions } from './memories/error-resolutions.ts';
import { findPatterns } from './patterns/find-patterns.ts';
import { groupErrors, type ErrorGroup } from './playbooks/error-groups.ts';
import { findPlaybooks } from './playbooks/find-playbooks.ts';
import { findPolicies } from './policies/find-policies.ts';
import { requestPolicies } from './policies/request-policies.ts';
import { findSchemas } from './schemas/find-schemas.ts';
import { findPreconditions, type Precondition } from './preconditions/find-preconditions.ts';
import { preconditionPolicies } from './preconditions/precondition-policies.ts';
import { ScopeEvents } from './scope-events.ts';
import { readSession, type SessionReading } from './sessions/read-session.ts';
import { summarizeSessions } from './sessions/summarize-sessions.ts';
import { ScopeSessions } from './sessions/scope-sessions.ts';
import type { Session } from './sessions/session.ts';
import { symbolLabel } from './sessions/symbol-label.ts';
import type { SymbolRoles } from './sessions/symbol-roles.ts';
import { findStatedRules } from './stated-rules/find-stated-rules.ts';
import { settleTitles, type TitledDraft } from './titled-draft.ts';
import type { CompiledScope, CompileOptions, MemoryDraft, SessionSteps } from './types.ts';

interface MiningInput {
  readonly sessions: readonly Session[];
  readonly roles: SymbolRoles;
  readonly groups: ErrorGroup[];
  readonly writers: CountWriters;
  readonly preconditions: readonly Precondition[];
  readonly events: ScopeEvents;
  readonly memo: Memo;
}

/** Finds the artifacts of each type. */
const FINDERS: Readonly<Record<ArtifactType, (input: MiningInput) => TitledDraft[]>> = {
  task_schema: ({ sessions, roles, writers, preconditions, memo }) =>
    findSchemas(sessions, roles, writers, preconditions, memo),
  failure_playbook: ({ groups, roles, writers, memo }) => findPlaybooks(groups, roles, writers, memo),
  causal_pattern: ({ sessions, groups, roles, writers }) => findPatterns(sessions, groups, roles, writers),
  decision_policy: ({ sessions, groups, roles, writers, preconditions, events, memo }) => [
    ...preconditionPolicies(preconditions, writers),
    ...requestPolicies(sessions, roles, writers),
    ...findPolicies(sessions, groups, roles, writers),
    ...findStatedRules(sessions, roles, events, memo),
  ],
};

/**
 * One learning scope (an agent in a namespace): its sessions as they were read, what they say together, and the results of
 * the last compilation, so that compiling again costs what changed since. Pure and deterministic: the result depends only
 * on which sessions there are, not on their order or on what was compiled before.
 */
export class LearningScope {
  readonly #readings = new Map<string, SessionReading>();
  readonly #sessions = new ScopeSessions();
  readonly #events = new ScopeEvents();
  readonly #memo = new Memo();
  /** Of work on sessions with what only one end user has. */
  readonly #ownMemo = new Memo();
  readonly #lastDrafts = new LastDrafts();

  /** Adds a session, or replaces it, with all of its steps in order. */
  put(steps: SessionSteps): void {
    this.remove(steps.sessionId);
    const reading = readSession(steps);
    this.#readings.set(reading.id, reading);
    this.#sessions.put(reading);
    this.#events.add(reading);
  }

  remove(sessionId: string): void {
    const reading = this.#readings.get(sessionId);
    if (reading === undefined) return;
    this.#readings.delete(sessionId);
    this.#sessions.remove(sessionId);
    this.#events.remove(reading);
  }

  /** Its artifacts, the memories of how errors were overcome, and what is known of its sessions. */
  compile(options: CompileOptions = {}): CompiledScope {
    const { sessions, roles } = this.#sessions.current();
    const shown = withoutPersonal(sessions);
    const groups = groupErrors(shown, this.#memo);
    const writers = this.#events.countWriters;
    const memo = this.#memo;
    const preconditions = findPreconditions(shown, roles.effects);
    const input: MiningInput = { sessions: shown, roles, groups, writers, preconditions, events: this.#events, memo };
    const drafts = this.#lastDrafts.reuse(ARTIFACT_TYPES.flatMap((type) => FINDERS[type](input)));
    const changeNames = new Set([...roles.effects].map(symbolLabel));
    const artifacts = settleTitles(drafts)
      .map((titled, at) => {
        const draft = drafts[at];
        const changes = titled.tags.filter((subject) => roles.effects.has(subject) || changeNames.has(subject));
        // An artifact of which nothing changed stays the same object.
        return memo.once(`${titled.type} ${titled.key}`, [draft, titled.title, changes.join('\n')], () => ({
          ...titled,
          changes,
          tags: this.#events.withTags(titled.tags, titled.evidence),
          ...ofOwner(this.#events.ownerOf(titled.evidence)),
        }));
      })
      .filter(({ type, sourceEvents }) => sourceEvents.length > 0 && (options.artifactType ?? type) === type);
    const memories = this.#resolutions(sessions, shown, groups, roles);
    memo.endRound();
    this.#ownMemo.endRound();
    return { artifacts, memories, ...summarizeSessions(this.#sessions.readings()) };
  }

  /**
   * How errors were overcome. If all sessions of a recovery are about one end user, its memory is about this end user, word for
   * word. Other recoveries give memories without an end user, and without words that only one end user has.
   */
  #resolutions(
    sessions: readonly Session[],
    shown: readonly Session[],
    groups: readonly ErrorGroup[],
    roles: SymbolRoles,
  ): MemoryDraft[] {
    const events = this.#events;
    const common = errorResolutions(groups, { roles, events, memo: this.#memo });
    if (shown === sessions) return common;
    const own = errorResolutions(groupErrors(sessions, this.#ownMemo), { roles, events, memo: this.#ownMemo });
    return [
      ...common.filter(({ userId }) => userId === undefined),
      ...own.filter(({ userId }) => userId !== undefined),
    ];
  }
}

const ofOwner = (userId: string | undefined) => (userId === undefined ? {} : { userId });
