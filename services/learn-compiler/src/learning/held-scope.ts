import { createHash } from 'node:crypto';
import type { ArtifactType } from '@strata/contracts/schemas/artifact';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { Place } from '@strata/policy/place';
import { LearningScope } from '../compile/learning-scope.ts';
import type { ArtifactDraft, MemoryDraft, Step } from '../compile/types.ts';
import type { CompiledKnowledge, EvidenceChange, IdentifiedArtifact, KnownFingerprints } from './compiled-knowledge.ts';
import { identifyArtifact, identifyMemories } from './identify-drafts.ts';
import type { ScopeSession, StoredSteps } from './scope-session.ts';
import { SentSummaries } from './sent-summaries.ts';

export interface CompileRequest {
  readonly scope: TenantScope;
  readonly place: Place;
  /** The sessions were read up to this revision. */
  readonly revision: number;
  readonly maxSteps: number;
  readonly artifactType: ArtifactType | undefined;
  readonly known: KnownFingerprints;
}

/** A learning scope that is kept in memory from one compilation to the next. */
export class HeldScope {
  /** No change of its sessions up to this revision is missing; null before the first compilation. */
  revision: number | null = null;
  readonly #compiled = new LearningScope();
  readonly #sessions = new Map<string, ScopeSession>();
  /** The arrival of the last step of the newest session that is left out; 0 if none is. */
  #beyond: number;
  #steps = 0;
  /** The artifacts as they were last compiled, by id. */
  #last = new Map<string, { readonly fingerprint: string; readonly evidence: readonly string[] }>();
  readonly #sent = new SentSummaries();
  readonly #identified = new WeakMap<ArtifactDraft, IdentifiedArtifact>();

  constructor(beyond = 0) {
    this.#beyond = beyond;
  }

  get steps(): number {
    return this.#steps;
  }

  /**
   * Whether changed sessions can be put into it. They cannot if sessions are left out and others shrank: those left out may
   * have room again.
   */
  accepts(changes: readonly ScopeSession[]): boolean {
    return (
      this.#beyond === 0 ||
      changes.every(({ sessionId, steps, lastSeq }) => {
        const known = this.#sessions.get(sessionId);
        return known === undefined ? lastSeq > this.#beyond : steps >= known.steps;
      })
    );
  }

  /** Adds or replaces sessions; one without steps is removed. */
  put(sessions: readonly ScopeSession[], stored: readonly StoredSteps[]): void {
    const stepsOf = new Map(stored.map(({ sessionId, steps }) => [sessionId, steps]));
    for (const session of sessions) {
      const steps = stepsOf.get(session.sessionId) ?? [];
      this.#remove(session.sessionId);
      if (steps.length === 0) continue;
      const { sessionId } = session;
      this.#compiled.put({ sessionId, steps: steps.map((step) => JSON.parse(step) as Step) });
      this.#sessions.set(sessionId, session);
      this.#steps += session.steps;
    }
  }

  /** Compiles it. Returns only what differs from what is stored. */
  compile({ scope, place, revision, maxSteps, artifactType, known }: CompileRequest): CompiledKnowledge {
    this.#leaveOutOldest(maxSteps);
    const compiled = this.#compiled.compile(artifactType === undefined ? {} : { artifactType });
    this.revision = revision;
    const { identifierForms } = compiled;
    const memories = identifyMemories(scope, place, compiled.memories)
      .map((memory) => ({ ...memory, fingerprint: fingerprintOf(memory.draft) }))
      .filter(({ id, fingerprint }) => known.memories.get(id) !== fingerprint);
    const cited = new Set(memories.flatMap(({ draft }) => draft.sourceEvents));
    const artifacts = compiled.artifacts.map((draft) => this.#identify(scope, place, draft));
    const isKept = ({ id, fingerprint }: IdentifiedArtifact): boolean => known.artifacts.get(id) === fingerprint;
    const citedOf = ({ draft }: IdentifiedArtifact): string[] =>
      cited.size === 0 ? [] : draft.evidence.filter((eventId) => cited.has(eventId));
    const kept = artifacts.filter(isKept);
    const changed = artifacts
      .filter((artifact) => !isKept(artifact))
      .map((artifact) => {
        const since = this.#changeOf(artifact, known.artifacts.get(artifact.id));
        return { ...artifact, since: since && { ...since, added: [...since.added, ...citedOf(artifact)] } };
      });
    this.#last = new Map(
      artifacts.map(({ id, fingerprint, draft }) => [id, { fingerprint, evidence: draft.evidence }]),
    );
    return {
      kept: kept.map(({ id }) => id),
      changed,
      cited: kept
        .map((artifact) => ({ id: artifact.id, eventIds: citedOf(artifact) }))
        .filter(({ eventIds }) => eventIds.length > 0),
      memories,
      summaries: { ...this.#sent.changes(compiled.sessions, { revision, stored: known.summarized }), identifierForms },
    };
  }

  #remove(sessionId: string): void {
    this.#steps -= this.#sessions.get(sessionId)?.steps ?? 0;
    this.#sessions.delete(sessionId);
    this.#compiled.remove(sessionId);
  }

  #leaveOutOldest(maxSteps: number): void {
    if (this.#steps <= maxSteps) return;
    const oldestFirst = [...this.#sessions.values()].sort(
      (a, b) => a.lastSeq - b.lastSeq || (a.sessionId < b.sessionId ? -1 : 1),
    );
    for (const { sessionId, lastSeq } of oldestFirst) {
      if (this.#steps <= maxSteps) return;
      this.#remove(sessionId);
      this.#sent.leaveOut(sessionId);
      this.#beyond = lastSeq;
    }
  }

  #identify(scope: TenantScope, place: Place, draft: ArtifactDraft): IdentifiedArtifact {
    const known = this.#identified.get(draft);
    if (known !== undefined) return known;
    const identified = { ...identifyArtifact(scope, place, draft), fingerprint: fingerprintOf(draft) };
    this.#identified.set(draft, identified);
    return identified;
  }

  #changeOf({ id, draft }: IdentifiedArtifact, stored: string | undefined): EvidenceChange | null {
    const last = this.#last.get(id);
    if (last === undefined || last.fingerprint !== stored) return null;
    const [before, after] = [new Set(last.evidence), new Set(draft.evidence)];
    return {
      added: draft.evidence.filter((eventId) => !before.has(eventId)),
      removed: last.evidence.filter((eventId) => !after.has(eventId)),
    };
  }
}

const fingerprintOf = (draft: ArtifactDraft | MemoryDraft): string =>
  createHash('sha256').update(JSON.stringify(draft)).digest('base64url');
