import type { Membership, MemberStore } from '../credentials/member-store.ts';
import type { GatewayDatabase, GatewayTransaction } from './gateway-database.ts';

/** Members in the gateway's schema. */
export const createPrismaMemberStore = (database: GatewayDatabase): MemberStore => ({
  find: (tenantId, userId) => database.inTenant(tenantId, (tx) => findMember(tx, tenantId, userId)),

  async admit(tenantId, { email, ...user }, at) {
    const isTaken = email !== null && (await isLocal(database, email));
    return database.inTenant(tenantId, async (tx) => {
      const tenant = await tx.tenant.findUnique({ where: { id: tenantId }, select: { id: true } });
      if (tenant === null) return undefined;
      const ids = { tenantId, userId: user.id };
      // A concurrent request for the same user, on any gateway, waits here for the first one and then finds the rows.
      await tx.user.createMany({
        data: [{ ...user, email: isTaken ? null : email, createdAt: at }],
        skipDuplicates: true,
      });
      const first = await tx.admission.createMany({ data: [{ ...ids, admittedAt: at }], skipDuplicates: true });
      if (first.count === 1) {
        await tx.membership.createMany({ data: [{ ...ids, isOwner: false, createdAt: at }], skipDuplicates: true });
      }
      return findMember(tx, tenantId, user.id);
    });
  },
});

async function findMember(tx: GatewayTransaction, tenantId: string, userId: string): Promise<Membership | undefined> {
  const where = { tenantId_userId: { tenantId, userId } };
  const select = {
    isOwner: true,
    user: { select: { issuer: true, sessionGeneration: true, sessionsEndedAt: true } },
  };
  const found = await tx.membership.findUnique({ where, select });
  if (found === null) return undefined;
  const { issuer, sessionGeneration: generation, sessionsEndedAt: endedAt } = found.user;
  return { isOwner: found.isOwner, issuer, sessions: { generation, endedAt } };
}

const isLocal = (database: GatewayDatabase, email: string): Promise<boolean> =>
  database.asLookup(email, async (tx) => (await tx.user.count({ where: { email } })) > 0);
