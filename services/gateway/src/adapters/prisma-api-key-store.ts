import { KEY_OWNERS, scopeSchema } from '@strata/contracts/schemas/account';
import { conflict } from '@strata/kernel/errors';
import { ENVIRONMENTS } from '@strata/kernel/tenant-scope';
import type { CommandOutbox } from '@strata/platform/outbox/command-outbox';
import { z } from 'zod';
import type { ApiKeyStore, KeyHolder, StoredApiKey } from '../api-keys/api-key-store.ts';
import type { ApiKey } from '../generated/client.ts';
import type { GatewayDatabase } from './gateway-database.ts';
import { isUniqueViolation } from './prisma-errors.ts';
import { putAudit } from './put-audit.ts';

const USES_PER_STATEMENT = 1000;
const environmentSchema = z.enum(ENVIRONMENTS);
const ownerSchema = z.enum(KEY_OWNERS);
const scopesSchema = z.array(scopeSchema);

/** API keys in the gateway's schema. Entries for the audit log go through the outbox. */
export const createPrismaApiKeyStore = (
  database: GatewayDatabase,
  outbox: Pick<CommandOutbox, 'put' | 'wake'>,
): ApiKeyStore => ({
  async create(key, audit) {
    const data = { ...key, scopes: [...key.scopes], secretHash: new Uint8Array(key.secretHash) };
    try {
      await database.inTenant(key.tenantId, async (tx) => {
        await tx.apiKey.create({ data });
        await putAudit(outbox, tx, audit);
      });
    } catch (error) {
      if (isUniqueViolation(error)) throw conflict('The API key exists already');
      throw error;
    }
    outbox.wake();
  },

  list: (tenantId, of, { limit, after }) =>
    database.inTenant(tenantId, async (tx) => {
      const active = { tenantId, revokedAt: null, ...heldBy(of) };
      const behind = after && {
        OR: [{ createdAt: { lt: after.createdAt } }, { createdAt: after.createdAt, id: { lt: after.id } }],
      };
      const rows = await tx.apiKey.findMany({
        where: { ...active, ...behind },
        orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
        take: limit,
      });
      return { keys: rows.map(toStoredKey), total: await tx.apiKey.count({ where: active }) };
    }),

  async revoke(tenantId, of, keyId, at, audit) {
    const revokedAt = await database.inTenant(tenantId, async (tx) => {
      const held = { id: keyId, ...heldBy(of) };
      const { count } = await tx.apiKey.updateMany({
        where: { ...held, revokedAt: null },
        data: { revokedAt: at },
      });
      if (count > 0) await putAudit(outbox, tx, audit);
      const row = await tx.apiKey.findFirst({ where: held, select: { revokedAt: true } });
      return row?.revokedAt ?? undefined;
    });
    outbox.wake();
    return revokedAt;
  },

  async revokeSome(tenantId, { userId, createdBefore, limit }, at, auditOf) {
    const revoked = await database.inTenant(tenantId, async (tx) => {
      const rows = await tx.$queryRaw<{ id: string }[]>`
        update gateway.api_keys set revoked_at = ${at}
        where revoked_at is null and id in (
          select id from gateway.api_keys
          where tenant_id = ${tenantId} and owner = 'user' and created_by = ${userId} and created_at < ${createdBefore}
            and revoked_at is null
          limit ${limit})
        returning id`;
      for (const { id } of rows) await putAudit(outbox, tx, auditOf(id));
      return rows.map(({ id }) => id);
    });
    outbox.wake();
    return revoked;
  },

  async replaceHash(tenantId, keyId, secretHash) {
    const data = { secretHash: new Uint8Array(secretHash) };
    await database.inTenant(tenantId, (tx) => tx.apiKey.update({ where: { id: keyId }, data }));
  },

  async giveToTenant(tenantId, keyId) {
    await database.inTenant(tenantId, (tx) => tx.apiKey.update({ where: { id: keyId }, data: { owner: 'tenant' } }));
  },

  find: (keyId) =>
    database.asLookup([keyId], async (tx) => {
      const row = await tx.apiKey.findUnique({ where: { id: keyId } });
      return row === null ? undefined : toStoredKey(row);
    }),

  async recordUse(uses) {
    const all = [...uses];
    for (let from = 0; from < all.length; from += USES_PER_STATEMENT) {
      const some = all.slice(from, from + USES_PER_STATEMENT);
      const ids = some.map(([id]) => id);
      const times = some.map(([, at]) => at);
      await database.asLookup(
        ids,
        (tx) => tx.$executeRaw`
          update gateway.api_keys k set last_used_at = greatest(k.last_used_at, u.at)
          from unnest(${ids}::text[], ${times}::timestamptz[]) as u (id, at) where k.id = u.id`,
      );
    }
  },
});

const heldBy = (of: KeyHolder) => (of === null ? {} : { owner: 'user', createdBy: of.userId });

function toStoredKey(row: ApiKey): StoredApiKey {
  return {
    ...row,
    environment: environmentSchema.parse(row.environment),
    owner: ownerSchema.parse(row.owner),
    scopes: scopesSchema.parse(row.scopes),
  };
}
