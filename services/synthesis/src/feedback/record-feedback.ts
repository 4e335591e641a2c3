import type { RequestTo, ResponseTo } from '@strata/contracts/operation';
import type { recordFeedback as recordFeedbackOperation } from '@strata/contracts/operations/feedback';
import { writerOf, type RequestContext } from '@strata/kernel/actor';
import type { Clock } from '@strata/kernel/clock';
import { notFound } from '@strata/kernel/errors';
import type { PolicyCache } from '@strata/policy/policy-cache';
import { decisionContextOf } from '@strata/policy/principal';
import type { ViewedIndex } from '../synthesis/search-index.ts';
import type { FeedbackStore } from './feedback-store.ts';
import { oneAtATime } from './one-at-a-time.ts';

export interface FeedbackParts {
  readonly feedback: FeedbackStore;
  readonly index: ViewedIndex;
  readonly policies: PolicyCache;
  readonly clock: Clock;
}

/**
 * Counts what came of a pack for the entries that it showed, as far as the caller may read them.
 * Errors: `not_found`, `unavailable`.
 */
export function recordFeedbackHandler({ feedback, index, policies, clock }: FeedbackParts) {
  // Feedback may wait for a batch that is being indexed: of one tenant scope, only one waits on a connection.
  const inOrder = oneAtATime();
  return async function recordFeedback(
    { body: { packId, outcome, used } }: RequestTo<typeof recordFeedbackOperation>,
    context: RequestContext,
  ): Promise<ResponseTo<typeof recordFeedbackOperation>> {
    const { scope, actor } = context;
    const shown = await feedback.shownIn(scope, packId);
    if (shown === null) throw notFound('The pack');
    const meant = used === undefined ? shown : shown.filter((id) => used.includes(id));
    const engine = await policies.engineFor(scope);
    const visible = engine.readFilters(decisionContextOf(context, clock.now(), undefined));
    const readable = await index.view(scope, visible, (view) => view.texts(meant));
    const { actorType, actorId } = writerOf(actor);
    const entryIds = meant.filter((id) => readable.has(id));
    const judgement = { packId, outcome, writer: `${actorType}:${actorId}`, entryIds };
    const counted = await inOrder(`${scope.tenantId}/${scope.environment}`, () => feedback.record(scope, judgement));
    return { packId, status: 'recorded', counted };
  };
}
