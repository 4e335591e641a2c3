import type { Filter, DataItem } from '@strata/policy/filter';
import type { ReadFilters } from '@strata/policy/policy-engine';
import type { Artifact } from '@strata/contracts/schemas/artifact';
import type { TenantScope } from '@strata/kernel/tenant-scope';

export interface ArtifactFilter {
  readonly agentId?: string | undefined;
  readonly type?: Artifact['type'] | undefined;
}

/** On the artifact itself, and on every memory that it was compiled from. */
export type ArtifactVisibility = Pick<ReadFilters, 'artifact' | 'artifactSources'>;

/** An artifact, and as what policies look at it. */
export interface StoredArtifact {
  readonly artifact: Artifact;
  readonly subject: DataItem;
}

export interface ArtifactReader {
  /** Newest compilation first. What may not be seen is neither listed nor counted. */
  list(
    scope: TenantScope,
    filter: ArtifactFilter,
    visible: ArtifactVisibility,
    page: { readonly limit: number; readonly offset: number },
  ): Promise<{ artifacts: StoredArtifact[]; total: number }>;
  /** Whoever may see it. */
  get(scope: TenantScope, id: string): Promise<StoredArtifact | undefined>;
  /** One of the memories behind an artifact that a filter keeps back. */
  hiddenSource(scope: TenantScope, id: string, sources: Filter): Promise<DataItem | undefined>;
}
