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

/** Runs a synthesis and measures it. */
export type ObserveSynthesis = (run: () => Promise<Synthesis>) => Promise<Synthesis>;

export interface SynthesizeParts extends ContextPackParts {
  readonly findUnlearned: FindUnlearned;
  readonly policies: PolicyCache;
  readonly usage: UsageStore;
  readonly clock: Clock;
  readonly observe: ObserveSynthesis;
}

/**
 * Returns the context pack of what the caller may read: entries of the end user of the request, and entries without an end
 * user. A synthesis is counted, and the memories in it are recorded, before the caller gets it: one that fails is not counted,
 * and one that cannot be counted fails.
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
    const parts = { index: withUnlearned(index, unlearned), embedder };
    const synthesis = await buildContextPack(parts, context.scope, visible, request);
    const { pack, memories } = synthesis;
    await countSynthesis({ usage, clock }, context, { packId: pack.packId, shown: synthesis.shown }, memories);
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
