import { scopeSchema } from '@strata/contracts/schemas/account';
import { conflict } from '@strata/kernel/errors';
import { ENVIRONMENTS } from '@strata/kernel/tenant-scope';
import { z } from 'zod';
import type { ApiKeyStore, StoredApiKey } from '../api-keys/api-key-store.ts';
import type { ApiKey } from '../generated/client.ts';
import type { GatewayDatabase } from './gateway-database.ts';
import { isUniqueViolation } from './prisma-errors.ts';

const USES_AT_ONCE = 1000;
const environmentSchema = z.enum(ENVIRONMENTS);
const scopesSchema = z.array(scopeSchema);

/** API keys in the gateway's schema. */
export const createPrismaApiKeyStore = (database: GatewayDatabase): ApiKeyStore => ({
  async create(key) {
    const data = { ...key, scopes: [...key.scopes], secretHash: new Uint8Array(key.secretHash) };
    try {
      await database.inTenant(key.tenantId, (tx) => tx.apiKey.create({ data }));
    } catch (error) {
      if (isUniqueViolation(error)) throw conflict('The API key exists already');
      throw error;
    }
  },

  list: (tenantId, { limit, after }) =>
    database.inTenant(tenantId, async (tx) => {
      const active = { tenantId, revokedAt: null };
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

  revoke: (tenantId, keyId, at) =>
    database.inTenant(tenantId, async (tx) => {
      await tx.apiKey.updateMany({ where: { id: keyId, revokedAt: null }, data: { revokedAt: at } });
      const row = await tx.apiKey.findUnique({ where: { id: keyId }, select: { revokedAt: true } });
      return row?.revokedAt ?? undefined;
    }),

  async replaceHash(tenantId, keyId, secretHash) {
    const data = { secretHash: new Uint8Array(secretHash) };
    await database.inTenant(tenantId, (tx) => tx.apiKey.update({ where: { id: keyId }, data }));
  },

  find: (keyId) =>
    database.asLookup([keyId], async (tx) => {
      const row = await tx.apiKey.findUnique({ where: { id: keyId } });
      return row === null ? undefined : toStoredKey(row);
    }),

  async recordUse(uses) {
    const all = [...uses];
    for (let from = 0; from < all.length; from += USES_AT_ONCE) {
      const some = all.slice(from, from + USES_AT_ONCE);
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

function toStoredKey(row: ApiKey): StoredApiKey {
  return { ...row, environment: environmentSchema.parse(row.environment), scopes: scopesSchema.parse(row.scopes) };
}
