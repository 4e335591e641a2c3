import type { RequestTo } from '@strata/contracts/operation';
import type { synthesize as synthesizeOperation } from '@strata/contracts/operations/synthesize';
import type { ContextPack, SynthesizeRequest } from '@strata/contracts/schemas/synthesis';
import type { RequestContext } from '@strata/kernel/actor';
import type { Clock } from '@strata/kernel/clock';
import type { PolicyCache } from '@strata/policy/policy-cache';
import { decisionContextOf } from '@strata/policy/principal';
import { countSynthesis } from '../usage/count-synthesis.ts';
import type { UsageStore } from '../usage/usage-store.ts';
import type { FindUnlearned } from './unlearned.ts';
import { forEndUser } from './for-end-user.ts';
import { withUnlearned } from './with-unlearned.ts';
import { buildContextPack, type ContextPackParts, type Synthesis } from './build-context-pack.ts';
import type { SearchIndex, ViewedIndex } from './search-index.ts';

/** Runs a synthesis and measures it. */
export type ObserveSynthesis = (run: () => Promise<Synthesis>) => Promise<Synthesis>;

export interface SynthesizeParts extends ContextPackParts {
  readonly index: SearchIndex;
  readonly findUnlearned: FindUnlearned;
  readonly policies: PolicyCache;
  readonly usage: UsageStore;
  readonly clock: Clock;
  readonly observe: ObserveSynthesis;
}

/**
 * Returns the context pack of what the caller may read: entries of the end user of the request, and entries without an end
 * user. A synthesis is counted, and the memories in it are recorded, before the caller gets it: one that fails is not counted,
 * and one that cannot be counted fails. A pack that was made from a copy of the index is counted only if the copy has the last
 * write; else the pack is made again, from the database.
 * Errors: `unavailable`.
 */
export function synthesizeHandler({
  policies,
  usage,
  clock,
  observe,
  findUnlearned,
  index,
  embedder,
}: SynthesizeParts) {
  async function synthesizeAndCount(request: SynthesizeRequest, context: RequestContext): Promise<Synthesis> {
    const { includeMemories, agentId, userId, tags = [] } = request;
    const unlearned = includeMemories ? findUnlearned(context, { agentId, userId, tags }) : Promise.resolve([]);
    const engine = await policies.engineFor(context.scope);
    const visible = forEndUser(engine.readFilters(decisionContextOf(context, clock.now(), agentId)), userId);
    const buildFrom = (source: ViewedIndex): Promise<Synthesis> =>
      buildContextPack({ index: withUnlearned(source, unlearned), embedder }, context.scope, visible, request);

    const copy = index.copyOf(context.scope, visible);
    if (copy !== undefined) {
      const synthesis = await buildFrom(copy);
      const isCounted = await countSynthesis({ usage, clock }, context, synthesis, copy.version);
      copy.checked(isCounted);
      if (isCounted) return synthesis;
    }
    const synthesis = await buildFrom(index);
    await countSynthesis({ usage, clock }, context, synthesis, null);
    return synthesis;
  }

  return async function synthesize(
    { body }: RequestTo<typeof synthesizeOperation>,
    context: RequestContext,
  ): Promise<ContextPack> {
    const { pack } = await observe(() => synthesizeAndCount(body, context));
    return pack;
  };
}
