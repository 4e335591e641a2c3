import type { Role } from '@strata/contracts/schemas/organization';
import type { RequestContext } from '@strata/kernel/actor';
import type { Page } from '@strata/kernel/cursor';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { Note } from '../audit/note.ts';
import type { KnownTeams } from '../teams/require-teams.ts';

export interface StoredAgent {
  readonly id: string;
  readonly organizationId: string;
  readonly name: string;
  readonly description: string | null;
  readonly framework: string | null;
  readonly teamId: string | null;
  readonly metadata: Readonly<Record<string, unknown>>;
  /** The user who made it; not shown. */
  readonly createdBy: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** The agent identities of one organization while nobody else can change them, or its teams. */
export interface Agents extends KnownTeams {
  count(): Promise<number>;
  get(id: string): Promise<StoredAgent | undefined>;
  /** @throws AppError `conflict` when the name is taken, whatever its case. */
  insert(agent: StoredAgent): Promise<void>;
  /** @throws AppError `conflict` when the name is taken. */
  put(agent: StoredAgent): Promise<void>;
  remove(id: string): Promise<void>;
  /** What a user is in the organization. */
  member(userId: string): Promise<{ readonly role: Role; readonly teamIds: readonly string[] } | undefined>;
}

export interface AgentStore {
  /** In the order in which they were made; `after` continues a page that ended there. */
  list(
    scope: TenantScope,
    organizationId: string,
    page: { readonly limit: number; readonly after: number | undefined },
  ): Promise<Page<StoredAgent>>;
  /**
   * One change at a time in an organization. What `work` notes is in the audit log when the change is; nothing is changed
   * when it throws.
   */
  change<T>(
    context: RequestContext,
    organizationId: string,
    work: (agents: Agents, note: Note) => Promise<T>,
  ): Promise<T>;
}
