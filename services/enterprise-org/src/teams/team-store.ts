import type { TeamMember } from '@strata/contracts/schemas/team';
import type { RequestContext } from '@strata/kernel/actor';
import type { Page } from '@strata/kernel/cursor';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { Note } from '../audit/note.ts';

export interface StoredTeam {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  /** Of members who have joined the organization. */
  readonly memberCount: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** The teams of one organization while nobody else can change them, its members or what names a team. */
export interface Teams {
  count(): Promise<number>;
  get(id: string): Promise<StoredTeam | undefined>;
  /** @throws AppError `conflict` when the name is taken, whatever its case. */
  insert(team: StoredTeam): Promise<void>;
  /** Its name, its description and when it was changed. @throws AppError `conflict` when the name is taken. */
  put(team: StoredTeam): Promise<void>;
  /** What names it names it no more. */
  remove(id: string): Promise<void>;
  /** Ids of its members who have joined the organization, in order. */
  memberIds(id: string): Promise<readonly string[]>;
  /** Ids of namespaces and of agent identities that name it, in order, at most `most` of each. */
  namedBy(id: string, most: number): Promise<{ namespaceIds: readonly string[]; agentIds: readonly string[] }>;
  /** Whether all of these are ids of members who have joined the organization. */
  hasMembers(memberIds: readonly string[]): Promise<boolean>;
  /** Puts these in the place of its members; open invitations to it stay. */
  setMembers(id: string, memberIds: readonly string[]): Promise<void>;
}

export interface TeamStore {
  /** In the order in which they were made; `after` continues a page that ended there. */
  list(
    scope: TenantScope,
    organizationId: string,
    page: { readonly limit: number; readonly after: number | undefined },
  ): Promise<Page<StoredTeam>>;
  /** A team and the first `most` of its members in the order of their coming, both of one moment. */
  find(
    scope: TenantScope,
    organizationId: string,
    id: string,
    most: number,
  ): Promise<{ readonly team: StoredTeam; readonly members: readonly TeamMember[] } | undefined>;
  /**
   * One change at a time in an organization. What `work` notes is in the audit log when the change is; nothing is changed
   * when it throws.
   */
  change<T>(
    context: RequestContext,
    organizationId: string,
    work: (teams: Teams, note: Note) => Promise<T>,
  ): Promise<T>;
}
