import type { Role } from '@strata/contracts/schemas/organization';
import { notFound } from '@strata/kernel/errors';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { Database, Transaction } from '@strata/platform/database/database';
import { readPage } from '@strata/platform/database/read-page';
import { rejectDuplicate } from '@strata/platform/database/unique-name';
import type {
  LockedOrganization,
  Membership,
  OrganizationCreation,
  OrganizationStore,
  StoredOrganization,
} from '../organizations/organization-store.ts';
import { readGrantedRoles } from './granted-roles.ts';
import type { ChangeOrganization } from './pg-organization-change.ts';

const SLUG_TAKEN = 'An organization with this slug exists already';
const COLUMNS = `o.id, o.name, o.slug, o.of_tenant as "isOfTenant", o.created_at as "createdAt", o.updated_at as "updatedAt"`;
const OWN = `from members m join organizations o on o.tenant_id = m.tenant_id and o.id = m.organization_id
  where m.tenant_id = $1 and m.user_id = $2`;

type MembershipRow = StoredOrganization & { readonly role: Role };

/** Organizations in PostgreSQL. */
export const createPgOrganizationStore = (
  database: Database,
  { create, change }: { readonly create: ChangeOrganization; readonly change: ChangeOrganization },
): OrganizationStore => ({
  create: (context, id, work) => create(context, id, (tx, record) => work(creationIn(tx, context.scope), record)),

  change: (context, id, work) =>
    change(context, id, (tx, record) => work(organizationIn(tx, context.scope, id), record)),

  list: (scope, userId, page) =>
    database.inTenant(scope, async (tx) => {
      const own = { columns: `${COLUMNS}, m.role`, from: OWN, values: [scope.tenantId, userId], seq: 'o.seq' };
      const { items, ...rest } = await readPage<MembershipRow>(tx, own, { ...page, newestFirst: true });
      return { ...rest, items: items.map(toMembership) };
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

  grantedRoles: (scope, userId) => database.inTenant(scope, (tx) => readGrantedRoles(tx, scope, userId)),
});

const toMembership = ({ role, ...organization }: MembershipRow): Membership => ({ organization, role });

const creationIn = (tx: Transaction, { tenantId }: TenantScope): OrganizationCreation => ({
  countCreatedBy: async (userId) => {
    // Serializes creations by one user, so that the count stays right until this one commits.
    await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`${tenantId} ${userId}`]);
    const [row] = await tx.query<{ created: number }>(
      'select count(*)::integer as created from organizations where tenant_id = $1 and created_by = $2',
      [tenantId, userId],
    );
    return row?.created ?? 0;
  },
  insert: async ({ id, name, slug, isOfTenant, createdAt, updatedAt }, founder) => {
    await rejectDuplicate(
      SLUG_TAKEN,
      tx.execute(
        `insert into organizations (tenant_id, id, name, slug, of_tenant, created_by, created_at, updated_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8)`,
        [tenantId, id, name, slug, isOfTenant, founder.userId, createdAt, updatedAt],
      ),
    );
    await tx.execute(
      `insert into members (tenant_id, organization_id, id, user_id, email, name, role, created_at, joined_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $8)`,
      [tenantId, id, founder.memberId, founder.userId, founder.email, founder.name, founder.role, createdAt],
    );
  },
});

const organizationIn = (tx: Transaction, { tenantId }: TenantScope, id: string): LockedOrganization => ({
  get: async () => {
    const [row] = await tx.query<StoredOrganization>(
      `select ${COLUMNS} from organizations o where o.tenant_id = $1 and o.id = $2`,
      [tenantId, id],
    );
    if (row === undefined) throw notFound('The organization');
    return row;
  },
  update: async ({ name, slug, updatedAt }) => {
    await rejectDuplicate(
      SLUG_TAKEN,
      tx.execute('update organizations set name = $3, slug = $4, updated_at = $5 where tenant_id = $1 and id = $2', [
        tenantId,
        id,
        name,
        slug,
        updatedAt,
      ]),
    );
  },
});
