import type { listArtifacts } from '@strata/contracts/operations/artifacts';
import { decisionContextOf } from '@strata/policy/principal';
import type { RequestContext } from '@strata/kernel/actor';
import type { z } from 'zod';
import type { ArtifactReader } from './artifact-reader.ts';
import { showArtifacts } from './show-artifacts.ts';
import type { ReadingParts } from './reading-parts.ts';

type Query = z.output<typeof listArtifacts.query>;
type Answer = z.input<typeof listArtifacts.response>;

/** One page of the artifacts that the caller may read, newest compilation first. Errors: `unavailable`. */
export const createListArtifacts =
  (artifacts: Pick<ArtifactReader, 'list'>, parts: ReadingParts) =>
  async (query: Query, context: RequestContext): Promise<Answer> => {
    const { scope } = context;
    const { limit, offset } = query;
    const engine = await parts.engineFor(context);
    const visible = engine.readFilters(decisionContextOf(context, parts.clock.now(), query.agentId));
    const page = await artifacts.list(scope, query, visible, { limit, offset });
    const items = await showArtifacts(parts, context, visible, page.artifacts);
    return { items, total: page.total, limit, offset, hasMore: offset + items.length < page.total };
  };
