import { conflict, notFound } from '@strata/kernel/errors';
import type { AccountStore } from '../accounts/account-store.ts';
import type { GatewayDatabase } from './gateway-database.ts';
import { isUniqueViolation } from './prisma-errors.ts';

/** Accounts in the gateway's schema. */
export const createPrismaAccountStore = (database: GatewayDatabase): AccountStore => ({
  async create({ user, tenant, passwordHash, createdAt }) {
    try {
      await database.inTenant(tenant.id, async (tx) => {
        await tx.tenant.create({ data: { ...tenant, createdAt } });
        // Not `create`, which reads the row back: a user cannot be seen before its membership is there.
        await tx.user.createMany({ data: [{ ...user, passwordHash, createdAt }] });
        await tx.membership.create({ data: { tenantId: tenant.id, userId: user.id, isOwner: true, createdAt } });
      });
    } catch (error) {
      if (isUniqueViolation(error)) throw conflict('An account with this e-mail address exists already');
      throw error;
    }
  },

  findByEmail: (email) =>
    database.asLookup(email, async (tx) => {
      const user = await tx.user.findUnique({ where: { email } });
      if (user === null) return undefined;
      const memberships = await tx.membership.findMany({
        where: { userId: user.id },
        orderBy: [{ createdAt: 'asc' }, { tenantId: 'asc' }],
        include: { tenant: true },
      });
      return {
        user: { id: user.id, email, name: user.name },
        passwordHash: user.passwordHash,
        tenants: memberships.map(({ tenant: { id, name, plan } }) => ({ id, name, plan })),
      };
    }),

  planOf: (tenantId) =>
    database.inTenant(tenantId, async (tx) => {
      const tenant = await tx.tenant.findUnique({ where: { id: tenantId }, select: { plan: true } });
      if (tenant === null) throw notFound('The tenant');
      return tenant.plan;
    }),

  async setPasswordHash(tenantId, userId, passwordHash) {
    await database.inTenant(tenantId, (tx) => tx.user.update({ where: { id: userId }, data: { passwordHash } }));
  },
});
