import type { listApiKeys } from '@strata/contracts/operations/accounts';
import { decodeCursor, encodeCursor } from '@strata/kernel/cursor';
import type { z } from 'zod';
import type { ApiKeyStore, KeyPosition } from './api-key-store.ts';
import { describeKey } from './describe-key.ts';

/** A page of the tenant's keys, newest first. Errors: `validation_error` for a damaged cursor. */
export const createListApiKeys =
  (keys: ApiKeyStore) =>
  async (
    { limit, cursor }: z.output<typeof listApiKeys.query>,
    tenantId: string,
  ): Promise<z.input<typeof listApiKeys.response>> => {
    const after = cursor === undefined ? undefined : positionOf(cursor);
    // One more than asked for tells whether another page follows.
    const { keys: found, total } = await keys.list(tenantId, { limit: limit + 1, after });
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
