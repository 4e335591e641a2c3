import type { ClaimedEvent } from '@strata/contracts/calls/ingest';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import { groupByPlace, type Place } from '@strata/policy/place';
import type { MemoryDraft } from '../compile/types.ts';
import { eventDigester, type EventDigester } from './event-digester.ts';
import { identifyMemories } from './identify-drafts.ts';
import type { IdentifiedMemory } from './compiled-knowledge.ts';
import type { KnowledgeStore, PlacedStep } from './knowledge-store.ts';
import { PageCalls, type ReadEvent } from './page-calls.ts';

/** What a page of events says, before memories of one id are merged. */
export interface PageDrafts {
  readonly steps: PlacedStep[];
  readonly drafts: { readonly place: Place; readonly draft: MemoryDraft }[];
  /** The events that the digester failed on. They are kept as events, and nothing is learned from them. */
  readonly unreadable: ClaimedEvent[];
}

export interface PageDigest extends Omit<PageDrafts, 'drafts'> {
  readonly memories: IdentifiedMemory[];
}

/** Digests a page of events, and merges memories of one id. */
export async function digestPage(
  knowledge: Pick<KnowledgeStore, 'stepsOf'>,
  scope: TenantScope,
  page: readonly ClaimedEvent[],
): Promise<PageDigest> {
  const { steps, drafts, unreadable } = await readPage(knowledge, scope, page, eventDigester);
  const memories = groupByPlace(drafts).flatMap(({ place, items }) =>
    identifyMemories(
      scope,
      place,
      items.map(({ draft }) => draft),
    ),
  );
  return { steps, memories, unreadable };
}

/**
 * Reads a page of events. An event that cannot be digested does not hold up the others. A result whose call is in an earlier
 * page is joined with it through the stored steps, so that the digest does not depend on how events are divided into pages.
 */
export async function readPage(
  knowledge: Pick<KnowledgeStore, 'stepsOf'>,
  scope: TenantScope,
  page: readonly ClaimedEvent[],
  digester: EventDigester,
): Promise<PageDrafts> {
  const read: ReadEvent[] = [];
  const unreadable: ClaimedEvent[] = [];
  for (const event of page) {
    const made = orNone(() => digester.steps(event));
    if (made === undefined) unreadable.push(event);
    else read.push({ event, steps: made });
  }
  const calls = await PageCalls.read(knowledge, scope, read);
  const steps: PlacedStep[] = [];
  const drafts: { place: Place; draft: MemoryDraft }[] = [];
  for (const { event, steps: made } of read) {
    const place = { agentId: event.agentId, namespaceId: event.namespaceId };
    const found = orNone(() => digester.memories(event, calls.findIn(event)));
    if (found === undefined) {
      unreadable.push(event);
      continue;
    }
    for (const [part, step] of made.entries()) steps.push({ place, sessionId: event.sessionId, part, step });
    for (const draft of found) drafts.push({ place, draft });
  }
  return { steps, drafts, unreadable };
}

function orNone<Value>(work: () => Value): Value | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
