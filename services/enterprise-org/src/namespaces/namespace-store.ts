import type { Sensitivity } from '@strata/contracts/schemas/policy-conditions';
import type { RequestContext } from '@strata/kernel/actor';
import type { Page } from '@strata/kernel/cursor';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { Note } from '../audit/note.ts';
import type { KnownTeams } from '../teams/require-teams.ts';

export interface StoredNamespace {
  readonly id: string;
  readonly organizationId: string;
  readonly name: string;
  readonly description: string | null;
  readonly sensitivity: Sensitivity;
  /** In order. */
  readonly teamIds: readonly string[];
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** The namespaces of one organization while nobody else can change them, or its teams. */
export interface Namespaces extends KnownTeams {
  count(): Promise<number>;
  get(id: string): Promise<StoredNamespace | undefined>;
  /** @throws AppError `conflict` when the name is taken, whatever its case. */
  insert(namespace: StoredNamespace): Promise<void>;
  /** @throws AppError `conflict` when the name is taken. */
  put(namespace: StoredNamespace): Promise<void>;
}

export interface NamespaceStore {
  /** In the order in which they were made; `after` continues a page that ended there. */
  list(
    scope: TenantScope,
    organizationId: string,
    page: { readonly limit: number; readonly after: number | undefined },
  ): Promise<Page<StoredNamespace>>;
  /**
   * One change at a time in an organization. What `work` notes is in the audit log when the change is; nothing is changed
   * when it throws.
   */
  change<T>(
    context: RequestContext,
    organizationId: string,
    work: (namespaces: Namespaces, note: Note) => Promise<T>,
  ): Promise<T>;
}
