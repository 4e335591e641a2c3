import type { describeSubject as describeSubjectCall } from '@strata/contracts/calls/learn';
import type { RequestOfCall, ResponseOfCall } from '@strata/contracts/message';
import type { RequestContext } from '@strata/kernel/actor';
import { decisionContextOf } from '@strata/policy/principal';
import type { StoredItem } from './artifact-reader.ts';
import type { ReadingParts } from './reading-parts.ts';

type Response = ResponseOfCall<typeof describeSubjectCall>;

const NOT_FOUND: Response = { subject: null, sources: [] };

/**
 * What policies look at in a memory or an artifact, for a dry run by a caller who is authorized for its organization. An
 * item that the caller may not read gives the same response as one that is not stored. Errors: `unavailable`.
 */
export function describeSubjectHandler({ memories, artifacts, engineFor, clock }: ReadingParts) {
  return async function describeSubject(
    { kind, id }: RequestOfCall<typeof describeSubjectCall>,
    context: RequestContext,
  ): Promise<Response> {
    const { scope } = context;
    const engine = await engineFor(context);
    const item = kind === 'memory' ? await memories.get(scope, id) : (await artifacts.get(scope, id))?.item;
    if (item === undefined) return NOT_FOUND;
    const sources = kind === 'memory' ? [] : await artifacts.sources(scope, id);
    const request = { ...decisionContextOf(context, clock.now()), action: 'read', kind, item, sources } as const;
    if (engine.decide(request).effect === 'deny') return NOT_FOUND;
    return { subject: withoutContent(item), sources };
  };
}

const withoutContent = ({ id, namespaceId, agentId, tags }: StoredItem): StoredItem => ({
  id,
  namespaceId,
  agentId,
  tags,
});
