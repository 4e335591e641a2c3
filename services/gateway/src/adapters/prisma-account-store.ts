import { conflict, notFound } from '@strata/kernel/errors';
import type { Account, AccountStore, Tenant } from '../accounts/account-store.ts';
import type { GatewayDatabase, GatewayTransaction } from './gateway-database.ts';
import { isUniqueViolation } from './prisma-errors.ts';

/** Accounts in the gateway's schema. */
export const createPrismaAccountStore = (database: GatewayDatabase): AccountStore => ({
  create: ({ user, tenant, passwordHash, createdAt }) =>
    rejectingKnownAddresses(() =>
      database.inTenant(tenant.id, async (tx) => {
        await tx.tenant.create({ data: { ...tenant, createdAt } });
        // Not `create`, which reads the row back: row-level security hides a user without a membership.
        await tx.user.createMany({ data: [{ ...user, passwordHash, createdAt }] });
        await tx.membership.create({ data: { tenantId: tenant.id, userId: user.id, isOwner: true, createdAt } });
      }),
    ),

  createInTenant: (tenantId, { user, passwordHash, createdAt }) =>
    rejectingKnownAddresses(() =>
      database.inTenant(tenantId, async (tx) => {
        await tx.user.createMany({ data: [{ ...user, passwordHash, createdAt }] });
        await tx.membership.create({ data: { tenantId, userId: user.id, isOwner: false, createdAt } });
        return tenantOf(tx, tenantId);
      }),
    ),

  ensureTenant: (tenant, userId, createdAt) =>
    database.inTenant(tenant.id, async (tx) => {
      await tx.tenant.createMany({ data: [{ ...tenant, createdAt }], skipDuplicates: true });
      const membership = { tenantId: tenant.id, userId, isOwner: true, createdAt };
      await tx.membership.createMany({ data: [membership], skipDuplicates: true });
      return tenantOf(tx, tenant.id);
    }),

  join: (tenantId, userId, createdAt) =>
    database.inTenant(tenantId, async (tx) => {
      await tx.membership.createMany({
        data: [{ tenantId, userId, isOwner: false, createdAt }],
        skipDuplicates: true,
      });
      return tenantOf(tx, tenantId);
    }),

  findInTenant: (tenantId, userId) =>
    database.inTenant(tenantId, async (tx) => {
      const select = { id: true, email: true, name: true };
      return (await tx.user.findUnique({ where: { id: userId }, select })) ?? undefined;
    }),

  findByEmail: (email) =>
    database.asLookup(email, async (tx) => {
      // One statement, so that addresses with and without an account take the same number of round trips.
      const [row] = await tx.$queryRaw<AccountRow[]>`
        select u.id, u.name, u.password_hash as "passwordHash",
               coalesce(json_agg(json_build_object('id', t.id, 'name', t.name, 'plan', t.plan, 'isOwner', m.is_owner)
                                 order by m.created_at, t.id) filter (where t.id is not null), '[]') as tenants
        from gateway.users u
        left join gateway.memberships m on m.user_id = u.id
        left join gateway.tenants t on t.id = m.tenant_id
        where u.email = ${email} and u.issuer is null
        group by u.id`;
      return (
        row && { user: { id: row.id, email, name: row.name }, passwordHash: row.passwordHash, tenants: row.tenants }
      );
    }),

  planOf: (tenantId) => database.inTenant(tenantId, async (tx) => (await tenantOf(tx, tenantId)).plan),

  async replacePasswordHash(tenantId, userId, { from, to }) {
    await database.inTenant(tenantId, (tx) =>
      tx.user.updateMany({ where: { id: userId, passwordHash: from }, data: { passwordHash: to } }),
    );
  },
});

/** Two concurrent requests that redeem the same invitation also violate a unique key: they have the same user id. */
async function rejectingKnownAddresses<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isUniqueViolation(error)) throw conflict('An account with this e-mail address exists already');
    throw error;
  }
}

async function tenantOf(tx: GatewayTransaction, id: string): Promise<Tenant> {
  const tenant = await tx.tenant.findUnique({ where: { id }, select: { id: true, name: true, plan: true } });
  if (tenant === null) throw notFound('The tenant');
  return tenant;
}

interface AccountRow extends Pick<Account, 'passwordHash' | 'tenants'> {
  readonly id: string;
  readonly name: string | null;
}
