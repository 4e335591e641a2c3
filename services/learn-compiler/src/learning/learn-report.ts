import type { ClaimedEvent } from '@strata/contracts/calls/ingest';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import { passes } from '@strata/policy/filter';
import type { Place } from '@strata/policy/place';
import type { ReadFilters } from '@strata/policy/policy-engine';
import type { ArtifactReader, StoredItem } from '../reading/artifact-reader.ts';
import { mayReadEvents } from '../reading/readable-events.ts';
import type { ArtifactChanges, MemoryChanges } from './knowledge-store.ts';

export interface LearnResult extends Record<string, unknown> {
  eventsProcessed: number;
  /** Events that could not be digested. */
  unreadableEvents: number;
  memories: { created: number; updated: number };
  artifacts: { created: number; updated: number; deactivated: number };
}

/** Counts what a job did, as far as the job's creator may read it: what policies hide from them is not counted. */
export class LearnReport {
  readonly result: LearnResult = {
    eventsProcessed: 0,
    unreadableEvents: 0,
    memories: { created: 0, updated: 0 },
    artifacts: { created: 0, updated: 0, deactivated: 0 },
  };
  readonly #scope: TenantScope;
  readonly #visible: ReadFilters;
  readonly #artifacts: Pick<ArtifactReader, 'hiddenSource'>;

  constructor(scope: TenantScope, visible: ReadFilters, artifacts: Pick<ArtifactReader, 'hiddenSource'>) {
    this.#scope = scope;
    this.#visible = visible;
    this.#artifacts = artifacts;
  }

  /** Whether the creator may read some events of a learning scope. */
  isVisible(place: Place): boolean {
    return mayReadEvents(this.#visible.event, place);
  }

  countEvents(page: readonly ClaimedEvent[], unreadable: readonly ClaimedEvent[]): void {
    const isVisible = (event: ClaimedEvent): boolean => passes(this.#visible.event, event);
    this.result.eventsProcessed += page.filter(isVisible).length;
    this.result.unreadableEvents += unreadable.filter(isVisible).length;
  }

  countMemories(changes: MemoryChanges): void {
    const { memories } = this.result;
    for (const change of ['created', 'updated'] as const)
      memories[change] += changes[change].filter((item) => passes(this.#visible.memory, item)).length;
  }

  async countArtifacts(changes: ArtifactChanges): Promise<void> {
    const { artifacts } = this.result;
    for (const change of ['created', 'updated', 'deactivated'] as const)
      for (const item of changes[change]) if (await this.#maySee(item)) artifacts[change] += 1;
  }

  async #maySee(item: StoredItem): Promise<boolean> {
    const { artifact, artifactSources } = this.#visible;
    if (!passes(artifact, item)) return false;
    return artifactSources === null || !(await this.#artifacts.hiddenSource(this.#scope, item.id, artifactSources));
  }
}
