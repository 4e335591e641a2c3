import { digest } from './ids.ts';
import { validationError } from './errors.ts';

type CursorPart = string | number;

const CHECK_LENGTH = 8;

/** An opaque page cursor: the sort values of the last row, with a checksum that tells a damaged one. */
export function encodeCursor(parts: readonly CursorPart[]): string {
  const json = JSON.stringify(parts);
  return Buffer.from(check(json) + json).toString('base64url');
}

/**
 * The sort values in a cursor.
 * @throws AppError `validation_error` naming `cursor` when it is damaged or of another shape.
 */
export function decodeCursor(cursor: string, shape: readonly ('string' | 'number')[]): CursorPart[] {
  const text = Buffer.from(cursor, 'base64url').toString();
  const json = text.slice(CHECK_LENGTH);
  if (check(json) === text.slice(0, CHECK_LENGTH)) {
    const parts: unknown = JSON.parse(json);
    if (Array.isArray(parts) && parts.length === shape.length && parts.every((part, i) => isSortValue(part, shape[i])))
      return parts as CursorPart[];
  }
  throw validationError('cursor is damaged: use the one that the previous page returned', [
    { field: 'cursor', message: 'is damaged' },
  ]);
}

/** Whoever reads this can make a cursor up: what no row has must not reach a database. */
const isSortValue = (part: unknown, kind: 'string' | 'number' | undefined): boolean =>
  kind === 'number'
    ? Number.isSafeInteger(part) && Number(part) >= 0
    : typeof part === 'string' && !part.includes('\0');

/**
 * Where a page of a list goes on that is ordered by one number.
 * @throws AppError `validation_error` naming `cursor` when it is damaged.
 */
export const continuedFrom = (cursor: string | undefined): number | undefined =>
  cursor === undefined ? undefined : Number(decodeCursor(cursor, ['number'])[0]);

/** The `pagination` of a page of such a list; `last` is the number of the page's last row. */
export const paginationOf = (page: { last: number; hasMore: boolean; total: number }) => ({
  hasMore: page.hasMore,
  cursor: page.hasMore ? encodeCursor([page.last]) : null,
  total: page.total,
});

const check = (json: string): string => digest(['cursor', json]).slice(0, CHECK_LENGTH);
