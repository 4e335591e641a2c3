import type { listArtifacts } from '@strata/contracts/operations/artifacts';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { z } from 'zod';
import type { KnowledgeReader } from './knowledge-reader.ts';

type Query = z.output<typeof listArtifacts.query>;
type Answer = z.input<typeof listArtifacts.response>;

/** One page of a partition's artifacts, newest compilation first. */
export async function listStoredArtifacts(reader: KnowledgeReader, scope: TenantScope, query: Query): Promise<Answer> {
  const { limit, offset } = query;
  const { artifacts, total } = await reader.listArtifacts(scope, query, limit, offset);
  return { items: artifacts, total, limit, offset, hasMore: offset + artifacts.length < total };
}
