import type { Policy } from '@strata/contracts/schemas/policy';
import type { RequestContext } from '@strata/kernel/actor';
import type { Page } from '@strata/kernel/cursor';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { Note } from '../audit/note.ts';

export interface StoredPolicy extends Omit<Policy, 'createdAt' | 'updatedAt'> {
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** The policies of one organization while nobody else can change them. */
export interface Policies {
  count(): Promise<number>;
  /** Of those with a condition on `resource.tags`. */
  countOnTags(): Promise<number>;
  get(id: string): Promise<StoredPolicy | undefined>;
  insert(policy: StoredPolicy): Promise<void>;
  put(policy: StoredPolicy): Promise<void>;
  remove(id: string): Promise<void>;
}

export interface PolicyStore {
  /** In the order in which they were made; `after` continues a page that ended there. */
  list(
    scope: TenantScope,
    organizationId: string,
    page: { readonly limit: number; readonly after: number | undefined },
  ): Promise<Page<StoredPolicy>>;
  /**
   * One change at a time in an organization. What `work` notes is in the audit log when the change is; nothing is changed
   * when it throws.
   */
  change<T>(
    context: RequestContext,
    organizationId: string,
    work: (policies: Policies, note: Note) => Promise<T>,
  ): Promise<T>;
}
