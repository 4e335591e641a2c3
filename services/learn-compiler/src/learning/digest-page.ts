import type { ClaimedEvent } from '@strata/contracts/calls/ingest';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import { groupByPlace, type Place } from '@strata/policy/place';
import { digestEvent } from '../compile/digest-event.ts';
import type { Digest, MemoryDraft } from '../compile/types.ts';
import { identifyMemories } from './identify-drafts.ts';
import type { IdentifiedMemory } from './compiled-knowledge.ts';
import type { PlacedStep } from './knowledge-store.ts';

export interface PageDigest {
  readonly steps: PlacedStep[];
  readonly memories: IdentifiedMemory[];
  /** The events that the digester failed on. They are kept as events, and nothing is learned from them. */
  readonly unreadable: ClaimedEvent[];
}

/** Digests a page of events and merges memories of one id. An event that cannot be digested does not hold up the others. */
export function digestPage(scope: TenantScope, page: readonly ClaimedEvent[]): PageDigest {
  const steps: PlacedStep[] = [];
  const drafts: { place: Place; draft: MemoryDraft }[] = [];
  const unreadable: ClaimedEvent[] = [];
  for (const event of page) {
    const place = { agentId: event.agentId, namespaceId: event.namespaceId };
    const digest = tryDigest(event);
    if (!digest) {
      unreadable.push(event);
      continue;
    }
    for (const [part, step] of digest.steps.entries()) steps.push({ place, sessionId: event.sessionId, part, step });
    for (const draft of digest.memories) drafts.push({ place, draft });
  }
  const memories = groupByPlace(drafts).flatMap(({ place, items }) =>
    identifyMemories(
      scope,
      place,
      items.map(({ draft }) => draft),
    ),
  );
  return { steps, memories, unreadable };
}

function tryDigest(event: ClaimedEvent): Digest | undefined {
  try {
    return digestEvent(event);
  } catch {
    return undefined;
  }
}
