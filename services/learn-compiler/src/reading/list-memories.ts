import type { listMemories } from '@strata/contracts/operations/memories';
import { continuedFrom, paginationOf } from '@strata/kernel/cursor';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { z } from 'zod';
import type { KnowledgeReader } from './knowledge-reader.ts';

type Query = z.output<typeof listMemories.query>;
type Answer = z.input<typeof listMemories.response>;

/** One page of a partition's memories, newest first. @throws AppError `validation_error` for a damaged cursor. */
export async function listStoredMemories(reader: KnowledgeReader, scope: TenantScope, query: Query): Promise<Answer> {
  const page = await reader.listMemories(scope, query, query.limit, continuedFrom(query.cursor));
  return { items: page.memories, pagination: paginationOf({ ...page, last: page.lastSeq }) };
}
