import type { RequestTo, ResponseTo } from '@strata/contracts/operation';
import type { listAccessLogs as operation } from '@strata/contracts/operations/audit';
import { decodeCursor, encodeCursor } from '@strata/kernel/cursor';
import type { MemberContext } from '../organizations/organization-store.ts';
import type { AccessPosition, AccessStore } from './access-store.ts';

/** Errors: `validation_error` for a damaged cursor. */
export function listAccessLogsHandler({ accesses }: { readonly accesses: Pick<AccessStore, 'list'> }) {
  return async function listAccessLogs(
    { query: { limit, cursor, ...filter } }: RequestTo<typeof operation>,
    { organization, scope }: MemberContext,
  ): Promise<ResponseTo<typeof operation>> {
    const before = cursor === undefined ? undefined : positionIn(cursor);
    const { items, last, hasMore, total } = await accesses.list(scope, organization, filter, { limit, before });
    const next = hasMore && last !== undefined ? encodeCursor([last.at, last.seq]) : null;
    return { items: [...items], pagination: { hasMore, cursor: next, total } };
  };
}

function positionIn(cursor: string): AccessPosition {
  const [at, seq] = decodeCursor(cursor, ['time', 'number']);
  return { at: Number(at), seq: Number(seq) };
}
