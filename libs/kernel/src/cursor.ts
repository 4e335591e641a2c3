import { digest } from './ids.ts';
import { validationError } from './errors.ts';

type CursorPart = string | number;
/** A time is in milliseconds since 1970. */
type PartKind = 'string' | 'number' | 'time';

const CHECK_LENGTH = 8;
const LATEST_MS = Date.parse('9999-12-31T23:59:59.999Z');

/** An opaque page cursor: the sort values of the last row, with a checksum against damage. */
export function encodeCursor(parts: readonly CursorPart[]): string {
  const json = JSON.stringify(parts);
  return Buffer.from(check(json) + json).toString('base64url');
}

/** The sort values in a cursor. Errors: `validation_error` on `cursor` when it is damaged or has another shape. */
export function decodeCursor(cursor: string, shape: readonly PartKind[]): CursorPart[] {
  const text = Buffer.from(cursor, 'base64url').toString();
  const json = text.slice(CHECK_LENGTH);
  const parts = check(json) === text.slice(0, CHECK_LENGTH) ? parse(json) : undefined;
  if (Array.isArray(parts) && parts.length === shape.length && parts.every((part, i) => isSortValue(part, shape[i])))
    return parts as CursorPart[];
  throw validationError('cursor is damaged: use the one that the previous page returned', [
    { field: 'cursor', message: 'is damaged' },
  ]);
}

/** Anyone can compute the checksum of a forged cursor, so invalid JSON and values that no row has must be harmless. */
function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

function isSortValue(part: unknown, kind: PartKind | undefined): boolean {
  if (kind === 'string') return typeof part === 'string' && !part.includes('\0');
  return Number.isSafeInteger(part) && Number(part) >= 0 && (kind === 'number' || Number(part) <= LATEST_MS);
}

/** What a page of a list that is ordered by one number takes over from the page before. */
export interface PageBefore {
  /** The number of its last row. */
  readonly last: number;
  /** Its total. A list with very many rows takes it over, as counting reads every match. */
  readonly total: number;
}

/** The page before the one that `cursor` asks for. Errors: `validation_error` on `cursor` when it is damaged. */
export function continuedFrom(cursor: string | undefined): PageBefore | undefined {
  if (cursor === undefined) return undefined;
  const [last, total] = decodeCursor(cursor, ['number', 'number']).map(Number) as [number, number];
  return { last, total };
}

/** One page of a list that is ordered by one number. */
export interface Page<Item> {
  readonly items: readonly Item[];
  /** The number by which the list is ordered, of the page's last row. */
  readonly last: number;
  readonly hasMore: boolean;
  /** Everything that matches, on all pages. */
  readonly total: number;
}

/** The `pagination` of a page's response. */
export const paginationOf = (page: Omit<Page<unknown>, 'items'>) => ({
  hasMore: page.hasMore,
  cursor: page.hasMore ? encodeCursor([page.last, page.total]) : null,
  total: page.total,
});

const check = (json: string): string => digest(['cursor', json]).slice(0, CHECK_LENGTH);
