import type { RequestTo, ResponseTo } from '@strata/contracts/operation';
import type { listArtifacts as listArtifactsOperation } from '@strata/contracts/operations/artifacts';
import type { RequestContext } from '@strata/kernel/actor';
import { decisionContextOf } from '@strata/policy/principal';
import { redactArtifacts } from './redact-artifacts.ts';
import type { ReadingParts } from './reading-parts.ts';

/** One page of the artifacts that the caller may read, newest compilation first. Errors: `unavailable`. */
export function listArtifactsHandler(parts: ReadingParts) {
  return async function listArtifacts(
    { query }: RequestTo<typeof listArtifactsOperation>,
    context: RequestContext,
  ): Promise<ResponseTo<typeof listArtifactsOperation>> {
    const { limit, offset, ...filter } = query;
    const engine = await parts.engineFor(context);
    const visible = engine.readFilters(decisionContextOf(context, parts.clock.now(), filter.agentId));
    const page = await parts.artifacts.list(context.scope, filter, visible, { limit, offset });
    const items = await redactArtifacts(parts, context, visible, page.artifacts);
    return { items, total: page.total, limit, offset, hasMore: offset + items.length < page.total };
  };
}
