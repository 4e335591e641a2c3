import type { Role } from '@strata/contracts/schemas/organization';
import type { Database } from '@strata/platform/database/database';
import type { AgentStore, StoredAgent } from '../agents/agent-store.ts';
import { createTableStore, IN_ORGANIZATION, type OrganizationTable } from './organization-table.ts';
import type { ChangeOrganization } from './pg-organization-change.ts';
import { teamLookupIn } from './pg-team-lookup.ts';

const AGENTS: OrganizationTable<StoredAgent> = {
  name: 'agents',
  columns: {
    id: 'id',
    name: 'name',
    description: 'description',
    framework: 'framework',
    teamId: 'team_id',
    metadata: 'metadata',
    createdBy: 'created_by',
    createdAt: 'created_at',
    updatedAt: 'updated_at',
  },
  nameTaken: 'An agent identity with this name exists already',
};

const MEMBER = `
  select role, array(select team_id from team_members as team
                     where team.tenant_id = $1 and team.member_id = members.id) as "teamIds"
  from members where ${IN_ORGANIZATION} and user_id = $3`;

/** Agent identities in PostgreSQL. */
export const createPgAgentStore = (database: Database, change: ChangeOrganization): AgentStore =>
  createTableStore({ database, change }, AGENTS, (rows, tx, { tenantId }, organizationId) => ({
    ...rows,
    ...teamLookupIn(tx, tenantId, organizationId),
    member: async (userId) => {
      const [member] = await tx.query<{ role: Role; teamIds: string[] }>(MEMBER, [tenantId, organizationId, userId]);
      return member;
    },
  }));
