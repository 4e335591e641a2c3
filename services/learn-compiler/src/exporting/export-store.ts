import type { Artifact } from '@strata/contracts/schemas/artifact';
import type { Job } from '@strata/contracts/schemas/job';
import type { Memory } from '@strata/contracts/schemas/memory';
import type { TenantScope } from '@strata/kernel/tenant-scope';

/** The job of an export. */
export interface StoredExport {
  readonly status: Job['status'];
  /** Null once it is forgotten, because its end user was erased. */
  readonly userId: string | null;
  readonly requestedAt: Date;
  readonly finishedAt: Date | null;
  /** Whether an erasure of the end user was requested after the export. */
  readonly isErased: boolean;
}

/** The next of a kind, and the row after which to go on; null at the end. */
export interface ExportedPage<Item> {
  readonly items: readonly Item[];
  readonly after: string | null;
}

export interface ExportQuery {
  readonly userId: string;
  /** What was stored later is left out. */
  readonly until: Date;
  /** `after` of the page before; null for the first. */
  readonly after: string | null;
  readonly limit: number;
}

/** Exports, and what was learned about one end user. Applies no policy. */
export interface ExportStore {
  get(scope: TenantScope, jobId: string): Promise<StoredExport | undefined>;
  /** In the order in which they were compiled. */
  memories(scope: TenantScope, query: ExportQuery): Promise<ExportedPage<Memory>>;
  /** By id. */
  artifacts(scope: TenantScope, query: ExportQuery): Promise<ExportedPage<Artifact>>;
}
