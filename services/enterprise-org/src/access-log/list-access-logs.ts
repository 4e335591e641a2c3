import type { listAccessLogs } from '@strata/contracts/operations/audit';
import { decodeCursor, encodeCursor } from '@strata/kernel/cursor';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { z } from 'zod';
import type { AccessPosition, AccessQuery, AccessStore, LogOwner } from './access-store.ts';

/** One page of an organization's access log. Errors: `validation_error` for a damaged cursor. */
export const createListAccessLogs =
  (accesses: Pick<AccessStore, 'list'>) =>
  async (
    owner: LogOwner,
    { limit, cursor, ...filter }: AccessQuery,
    scope: TenantScope,
  ): Promise<z.input<typeof listAccessLogs.response>> => {
    const before = cursor === undefined ? undefined : positionIn(cursor);
    const { items, last, hasMore, total } = await accesses.list(scope, owner, filter, { limit, before });
    const next = hasMore && last !== undefined ? encodeCursor([last.at, last.seq]) : null;
    return { items: [...items], pagination: { hasMore, cursor: next, total } };
  };

function positionIn(cursor: string): AccessPosition {
  const [at, seq] = decodeCursor(cursor, ['time', 'number']);
  return { at: Number(at), seq: Number(seq) };
}
