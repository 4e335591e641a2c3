import type { RequestContext } from '@strata/kernel/actor';
import type { Page, PageBefore } from '@strata/kernel/cursor';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { RecordChange } from '../audit/audited-change.ts';

/** One page of a list in its order. */
export interface PageRequest {
  readonly limit: number;
  /** Where the previous page ended; undefined for the first page. */
  readonly after: PageBefore | undefined;
}

/** A thing as the interface shows it, with its dates as they are stored. */
export type Stored<Shown> = Omit<Shown, 'createdAt' | 'updatedAt'> & {
  readonly createdAt: Date;
  readonly updatedAt: Date;
};

/** Stores one kind of thing that belongs to organizations, such as teams or policies. */
export interface OrganizationDataStore<Thing, Locked> {
  /** One page, oldest first. */
  list(scope: TenantScope, organizationId: string, page: PageRequest): Promise<Page<Thing>>;
  /**
   * Runs `work` in a transaction that holds the organization's lock, so changes of one organization run one after
   * another. The audit entries of the changes that `work` records commit with it. If `work` throws, nothing changes.
   * Errors: `not_found` when the organization does not exist.
   */
  change<T>(
    context: RequestContext,
    organizationId: string,
    work: (locked: Locked, record: RecordChange) => Promise<T>,
  ): Promise<T>;
}

/** The things of one kind in one organization, while its lock is held. */
export interface LockedThings<Thing> {
  count(): Promise<number>;
  get(id: string): Promise<Thing | undefined>;
  /** Errors: `conflict` when the name is taken, ignoring case, in kinds whose names are unique. */
  insert(thing: Thing): Promise<void>;
  /** Replaces everything but who created it, where and when. Errors: `conflict`, as on insert. */
  update(thing: Thing): Promise<void>;
  remove(id: string): Promise<void>;
}
