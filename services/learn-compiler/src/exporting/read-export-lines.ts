import {
  EXPORT_PARTS,
  type ExportCursor,
  type ExportPart,
  type readEventsOfUser,
  type readExportLines as readExportLinesCall,
} from '@strata/contracts/calls/exports';
import type { RequestOfCall, ResponseOfCall } from '@strata/contracts/message';
import { exportLineSchema, type ExportLine } from '@strata/contracts/schemas/export';
import type { RequestContext } from '@strata/kernel/actor';
import type { Clock } from '@strata/kernel/clock';
import { AppError, conflict, notFound } from '@strata/kernel/errors';
import { expiryOf } from './export-work.ts';
import type { ExportedPage, ExportQuery, ExportStore, StoredExport } from './export-store.ts';

export interface ReadExportParts {
  readonly exports: ExportStore;
  /** Reads from the event store. Errors: `unavailable`. */
  readonly eventsOfUser: (
    request: RequestOfCall<typeof readEventsOfUser>,
    context: RequestContext,
  ) => Promise<ResponseOfCall<typeof readEventsOfUser>>;
  readonly clock: Clock;
}

const ROWS_AT_ONCE = 200;
const BYTES_AT_ONCE = 512 * 1024;

/**
 * Reads the next lines of an export. Each call looks again whether the export may still be read, so that an erasure also ends a
 * download under way. Errors: `not_found`, `conflict`, `gone`, `unavailable`.
 */
export function readExportLinesHandler(parts: ReadExportParts) {
  return async function readExportLines(
    { jobId, cursor }: RequestOfCall<typeof readExportLinesCall>,
    context: RequestContext,
  ): Promise<ResponseOfCall<typeof readExportLinesCall>> {
    const { userId, requestedAt, readyAt } = readable(await parts.exports.get(context.scope, jobId), parts.clock.now());
    if (cursor === null) {
      const head = { type: 'export', id: jobId, userId, requestedAt: requestedAt.toISOString() } as const;
      return { lines: linesOf([head]), cursor: { part: EXPORT_PARTS[0], after: null } };
    }
    const query = { userId, after: cursor.after, limit: ROWS_AT_ONCE };
    const { items, after } = await READERS[cursor.part](parts, { ...query, requestedAt, readyAt }, context);
    return { lines: linesOf(items), cursor: after === null ? startOfNext(cursor.part) : { part: cursor.part, after } };
  };
}

interface PartQuery extends Omit<ExportQuery, 'until'> {
  readonly requestedAt: Date;
  readonly readyAt: Date;
}

type ReadPart = (
  parts: ReadExportParts,
  query: PartQuery,
  context: RequestContext,
) => Promise<ExportedPage<ExportLine>>;

/** Events are exported that were captured before the request, and what was learned until the export was ready. */
const READERS: Readonly<Record<ExportPart, ReadPart>> = {
  events: async ({ eventsOfUser }, { userId, requestedAt, after, limit }, context) => {
    const until = requestedAt.toISOString();
    const request = { userId, until, afterSeq: Number(after ?? -1), limit, maxBytes: BYTES_AT_ONCE };
    const { events, lastSeq } = await eventsOfUser(request, context);
    return {
      items: events.map((event) => ({ type: 'event', event })),
      after: lastSeq === null ? null : String(lastSeq),
    };
  },
  memories: async ({ exports }, { readyAt: until, ...query }, { scope }) => {
    const { items, after } = await exports.memories(scope, { ...query, until });
    return { items: items.map((memory) => ({ type: 'memory', memory })), after };
  },
  artifacts: async ({ exports }, { readyAt: until, ...query }, { scope }) => {
    const { items, after } = await exports.artifacts(scope, { ...query, until });
    return { items: items.map((artifact) => ({ type: 'artifact', artifact })), after };
  },
};

const linesOf = (lines: readonly ExportLine[]): string[] =>
  lines.map((line) => JSON.stringify(exportLineSchema.parse(line)));

function startOfNext(part: ExportPart): ExportCursor | null {
  const next = EXPORT_PARTS[EXPORT_PARTS.indexOf(part) + 1];
  return next === undefined ? null : { part: next, after: null };
}

/** Throws unless the export can be read now. */
function readable(
  stored: StoredExport | undefined,
  now: Date,
): { readonly userId: string; readonly requestedAt: Date; readonly readyAt: Date } {
  if (stored === undefined) throw notFound('The export');
  const { status, userId, requestedAt, finishedAt, isErased } = stored;
  if (status === 'failed') throw conflict('The export failed; request another one');
  if (userId === null || isErased) throw new AppError('gone', 'The end user was erased after the export was requested');
  if (status !== 'completed' || finishedAt === null) throw conflict(`The export is not ready: its job is ${status}`);
  if (expiryOf(finishedAt) <= now) throw new AppError('gone', 'The export is too old; request another one');
  return { userId, requestedAt, readyAt: finishedAt };
}
