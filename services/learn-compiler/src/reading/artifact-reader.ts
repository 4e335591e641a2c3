import type { describeSubject } from '@strata/contracts/calls/learn';
import type { ResponseOfCall } from '@strata/contracts/message';
import type { FilterOf } from '@strata/contracts/operation';
import type { listArtifacts } from '@strata/contracts/operations/artifacts';
import type { Artifact, ArtifactVersion } from '@strata/contracts/schemas/artifact';
import type { Page, PageBefore } from '@strata/kernel/cursor';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { Filter } from '@strata/policy/filter';
import type { ReadFilters } from '@strata/policy/policy-engine';

/** All conditions that are given must hold. */
export type ArtifactFilter = FilterOf<typeof listArtifacts>;

/** Filters on the artifact itself and on every memory that it was compiled from. */
export type ArtifactVisibility = Pick<ReadFilters, 'artifact' | 'artifactSources'>;

/** What policies look at in a stored memory or artifact. */
export type StoredItem = NonNullable<ResponseOfCall<typeof describeSubject>['subject']>;

export interface StoredArtifact {
  readonly artifact: Artifact;
  readonly item: StoredItem;
}

/** Artifacts of a tenant scope. Withdrawn artifacts are left out everywhere. */
export interface ArtifactReader {
  /** Newest compilation first. Artifacts that are not visible are neither listed nor counted. */
  list(
    scope: TenantScope,
    filter: ArtifactFilter,
    visible: ArtifactVisibility,
    page: { readonly limit: number; readonly offset: number },
  ): Promise<{ artifacts: StoredArtifact[]; total: number }>;
  /** Applies no policy. */
  get(scope: TenantScope, id: string): Promise<StoredArtifact | undefined>;
  versions(
    scope: TenantScope,
    id: string,
    visible: ArtifactVisibility,
    page: { readonly limit: number; readonly after: PageBefore | undefined },
  ): Promise<Page<ArtifactVersion>>;
  /** All memories that an artifact was compiled from, by id. Applies no policy. */
  sources(scope: TenantScope, id: string): Promise<StoredItem[]>;
  /** One of the memories that an artifact was compiled from and that `visible` excludes. */
  hiddenSource(scope: TenantScope, id: string, visible: Filter): Promise<StoredItem | undefined>;
}
