import type { listApiKeys as listApiKeysOperation } from '@strata/contracts/operations/accounts';
import type { RequestTo, ResponseTo } from '@strata/contracts/operation';
import type { RequestContext } from '@strata/kernel/actor';
import { decodeCursor, encodeCursor } from '@strata/kernel/cursor';
import type { ApiKeyStore, KeyPosition } from './api-key-store.ts';
import { describeKey } from './describe-key.ts';
import { heldKeysOf } from './held-keys-of.ts';

/** A page of the caller's keys, or for a tenant admin of all keys of the tenant, newest first. Errors: `validation_error` for a damaged cursor; `unavailable`. */
export const listApiKeysHandler = ({ keys }: { readonly keys: Pick<ApiKeyStore, 'list'> }) =>
  async function listApiKeys(
    { query: { limit, cursor } }: RequestTo<typeof listApiKeysOperation>,
    { scope, actor }: RequestContext,
  ): Promise<ResponseTo<typeof listApiKeysOperation>> {
    const after = cursor === undefined ? undefined : positionOf(cursor);
    // One key more than the page holds: shows whether another page follows.
    const { keys: found, total } = await keys.list(scope.tenantId, heldKeysOf(actor), { limit: limit + 1, after });
    const page = found.slice(0, limit);
    const last = found.length > limit ? page.at(-1) : undefined;
    return {
      items: page.map(describeKey),
      pagination: {
        hasMore: last !== undefined,
        cursor: last === undefined ? null : encodeCursor([last.createdAt.getTime(), last.id]),
        total,
      },
    };
  };

function positionOf(cursor: string): KeyPosition {
  const [time, id] = decodeCursor(cursor, ['time', 'string']);
  return { createdAt: new Date(Number(time)), id: String(id) };
}
