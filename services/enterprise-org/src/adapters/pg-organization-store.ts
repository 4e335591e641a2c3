import type { Role } from '@strata/contracts/schemas/organization';
import { conflict, notFound } from '@strata/kernel/errors';
import type { Database } from '@strata/platform/database/database';
import { sqlState } from '@strata/platform/database/database-errors';
import type { OrganizationStore, OwnOrganization, StoredOrganization } from '../organizations/organization-store.ts';

const UNIQUE_VIOLATION = '23505';
const COLUMNS = `o.id, o.name, o.slug, o.created_at as "createdAt", o.updated_at as "updatedAt"`;
const OWN = `from members m join organizations o on o.tenant_id = m.tenant_id and o.id = m.organization_id
  where m.tenant_id = $1 and m.user_id = $2`;

type OwnRow = StoredOrganization & { role: Role; seq: string };

/** Organizations in PostgreSQL. */
export const createPgOrganizationStore = (database: Database): OrganizationStore => ({
  create: (scope, { id, name, slug, createdAt, updatedAt }, founder) =>
    refusingTakenSlugs(() =>
      database.inTenant(scope, async (tx) => {
        await tx.execute(
          `insert into organizations (tenant_id, id, name, slug, created_by, created_at, updated_at)
           values ($1, $2, $3, $4, $5, $6, $7)`,
          [scope.tenantId, id, name, slug, founder.userId, createdAt, updatedAt],
        );
        await tx.execute(
          `insert into members (tenant_id, organization_id, id, user_id, email, name, role, created_at, joined_at)
           values ($1, $2, $3, $4, $5, $6, 'owner', $7, $7)`,
          [scope.tenantId, id, founder.memberId, founder.userId, founder.email, founder.name, createdAt],
        );
      }),
    ),

  list: (scope, userId, limit, before) =>
    database.inTenant(scope, async (tx) => {
      const rows = await tx.query<OwnRow>(
        `select ${COLUMNS}, m.role, o.seq ${OWN} and ($3::bigint is null or o.seq < $3) order by o.seq desc limit $4`,
        [scope.tenantId, userId, before ?? null, limit + 1],
      );
      const [count] = await tx.query<{ total: number }>(`select count(*)::integer as total ${OWN}`, [
        scope.tenantId,
        userId,
      ]);
      const page = rows.slice(0, limit);
      return {
        organizations: page.map(toOwnOrganization),
        last: Number(page.at(-1)?.seq ?? 0),
        hasMore: rows.length > limit,
        total: count?.total ?? 0,
      };
    }),

  find: (scope, id, userId) =>
    database.inTenant(scope, async (tx) => {
      const [row] = await tx.query<StoredOrganization & { role: Role | null }>(
        `select ${COLUMNS}, m.role from organizations o
         left join members m on m.tenant_id = o.tenant_id and m.organization_id = o.id and m.user_id = $3
         where o.tenant_id = $1 and o.id = $2`,
        [scope.tenantId, id, userId],
      );
      if (row === undefined) return undefined;
      const { role, ...organization } = row;
      return { organization, role };
    }),

  update: (scope, id, { name, slug, at }) =>
    refusingTakenSlugs(() =>
      database.inTenant(scope, async (tx) => {
        const [row] = await tx.query<StoredOrganization>(
          `update organizations o set name = coalesce($3, name), slug = coalesce($4, slug), updated_at = $5
           where o.tenant_id = $1 and o.id = $2 returning ${COLUMNS}`,
          [scope.tenantId, id, name ?? null, slug ?? null, at],
        );
        if (row === undefined) throw notFound('The organization');
        return row;
      }),
    ),

  standingOf: (scope, userId) =>
    database.inTenant(scope, async (tx) => {
      const theirs = [scope.tenantId, userId];
      const given = await tx.query<{ role: Role }>(
        `select distinct role from members
         where tenant_id = $1 and user_id = $2 and not (role = 'owner' and invited_by is null)`,
        theirs,
      );
      if (given.length > 0) return { roles: given.map(({ role }) => role), isFormer: false };
      const former = await tx.query('select 1 from former_members where tenant_id = $1 and user_id = $2', theirs);
      return { roles: [], isFormer: former.length > 0 };
    }),
});

const toOwnOrganization = ({ id, name, slug, createdAt, updatedAt, role }: OwnRow): OwnOrganization => ({
  organization: { id, name, slug, createdAt, updatedAt },
  role,
});

async function refusingTakenSlugs<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (sqlState(error) === UNIQUE_VIOLATION) throw conflict('An organization with this slug exists already');
    throw error;
  }
}
