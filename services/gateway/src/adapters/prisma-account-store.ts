import { conflict, notFound } from '@strata/kernel/errors';
import type { CommandOutbox } from '@strata/platform/outbox/command-outbox';
import type { Account, AccountStore, Tenant } from '../accounts/account-store.ts';
import type { GatewayDatabase, GatewayTransaction } from './gateway-database.ts';
import { isUniqueViolation } from './prisma-errors.ts';
import { putAudit } from './put-audit.ts';

/** Accounts in the gateway's schema. Entries for the audit log go through the outbox. */
export const createPrismaAccountStore = (
  database: GatewayDatabase,
  outbox: Pick<CommandOutbox, 'put' | 'wake'>,
): AccountStore => ({
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

  findAccount: (tenantId, userId) =>
    database.inTenant(tenantId, async (tx) => {
      const select = { id: true, email: true, name: true, passwordHash: true, sessionGeneration: true };
      const row = await tx.user.findUnique({ where: { id: userId }, select });
      if (row === null) return undefined;
      const { passwordHash, sessionGeneration, ...user } = row;
      return { user, tenant: await tenantOf(tx, tenantId), passwordHash, sessionGeneration };
    }),

  async endSessions(tenantId, userId, at, audit) {
    await database.inTenant(tenantId, async (tx) => {
      await tx.user.updateMany({ where: { id: userId }, data: endingSessions(at) });
      await putAudit(outbox, tx, audit);
    });
    outbox.wake();
  },

  async changePassword(tenantId, userId, { from, to, at }, audit) {
    const generation = await database.inTenant(tenantId, async (tx) => {
      const where = { id: userId, passwordHash: from };
      const { count } = await tx.user.updateMany({ where, data: { passwordHash: to, ...endingSessions(at) } });
      if (count === 0) return undefined;
      if (audit !== null) await putAudit(outbox, tx, audit);
      const row = await tx.user.findUnique({ where: { id: userId }, select: { sessionGeneration: true } });
      return row?.sessionGeneration;
    });
    outbox.wake();
    return generation;
  },

  findByEmail: (email) =>
    database.asLookup(email, async (tx) => {
      // One statement, so that addresses with and without an account take the same number of round trips.
      const [row] = await tx.$queryRaw<AccountRow[]>`
        select u.id, u.name, u.password_hash as "passwordHash",
               u.session_generation as "sessionGeneration",
               coalesce(json_agg(json_build_object('id', t.id, 'name', t.name, 'plan', t.plan, 'isOwner', m.is_owner)
                                 order by m.created_at, t.id) filter (where t.id is not null), '[]') as tenants
        from gateway.users u
        left join gateway.memberships m on m.user_id = u.id
        left join gateway.tenants t on t.id = m.tenant_id
        where u.email = ${email} and u.issuer is null
        group by u.id`;
      if (row === undefined) return undefined;
      const { id, name, ...account } = row;
      return { user: { id, email, name }, ...account };
    }),

  async replacePasswordHash(tenantId, userId, { from, to }) {
    await database.inTenant(tenantId, (tx) =>
      tx.user.updateMany({ where: { id: userId, passwordHash: from }, data: { passwordHash: to } }),
    );
  },
});

const endingSessions = (at: Date) => ({ sessionGeneration: { increment: 1 }, sessionsEndedAt: at });

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

interface AccountRow extends Omit<Account, 'user'> {
  readonly id: string;
  readonly name: string | null;
}
