import type { LifecycleFacts } from '@strata/contracts/schemas/lifecycle-facts';
import type { RequestContext } from '@strata/kernel/actor';
import type { Page } from '@strata/kernel/cursor';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { Note } from '../audit/note.ts';

/** Days are whole; null is never, or no least time. */
export interface Periods {
  readonly retentionDays: number | null;
  readonly archiveAfterDays: number | null;
  readonly deleteAfterDays: number | null;
}

export interface StoredLifecyclePolicy extends Periods {
  readonly id: string;
  readonly organizationId: string;
  readonly name: string;
  readonly scope: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** The lifecycle policies of one organization while nobody else can change them. */
export interface LifecyclePolicies {
  count(): Promise<number>;
  get(id: string): Promise<StoredLifecyclePolicy | undefined>;
  insert(policy: StoredLifecyclePolicy): Promise<void>;
  put(policy: StoredLifecyclePolicy): Promise<void>;
  remove(id: string): Promise<void>;
}

export interface LifecycleStore {
  /** In the order in which they were made; `after` continues a page that ended there. */
  list(
    scope: TenantScope,
    organizationId: string,
    page: { readonly limit: number; readonly after: number | undefined },
  ): Promise<Page<StoredLifecyclePolicy>>;
  /**
   * One change at a time in an organization, after which the tenant is swept before long. What `work` notes is in the
   * audit log when the change is; nothing is changed when it throws.
   */
  change<T>(
    context: RequestContext,
    organizationId: string,
    work: (policies: LifecyclePolicies, note: Note) => Promise<T>,
  ): Promise<T>;
  /** What the lifecycle of all of the tenant's data depends on, all of one moment. */
  facts(scope: TenantScope): Promise<LifecycleFacts>;
}
