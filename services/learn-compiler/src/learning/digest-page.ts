import type { ClaimedEvent } from '@strata/contracts/calls/ingest';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import { digestEvent } from '../compile/digest-event.ts';
import type { Digest, MemoryDraft } from '../compile/types.ts';
import { ownerPart, type Owner } from './knowledge-ids.ts';
import type { OwnedMemory, OwnedStep } from './knowledge-store.ts';
import { ownMemories } from './own-drafts.ts';

/** What a page of events gives. `unreadable` lists events that broke the digester: kept as events, learned nothing from. */
export interface PageDigest {
  readonly steps: OwnedStep[];
  readonly memories: OwnedMemory[];
  readonly unreadable: string[];
}

/** Digests a page of events; memories of one identity are united. One strange event never holds up the others. */
export function digestPage(scope: TenantScope, page: readonly ClaimedEvent[]): PageDigest {
  const steps: OwnedStep[] = [];
  const unreadable: string[] = [];
  const drafts = new Map<string, { owner: Owner; memories: MemoryDraft[] }>();
  for (const event of page) {
    const owner: Owner = { agentId: event.agentId, namespaceId: event.namespaceId };
    const digest = tryDigest(event);
    if (!digest) {
      unreadable.push(event.id);
      continue;
    }
    for (const [part, step] of digest.steps.entries()) steps.push({ owner, sessionId: event.sessionId, part, step });
    const key = JSON.stringify([ownerPart(owner.agentId), ownerPart(owner.namespaceId)]);
    const group = drafts.get(key) ?? { owner, memories: [] };
    drafts.set(key, group);
    group.memories.push(...digest.memories);
  }
  const memories = [...drafts.values()].flatMap((group) => ownMemories(scope, group.owner, group.memories));
  return { steps, memories, unreadable };
}

function tryDigest(event: ClaimedEvent): Digest | undefined {
  try {
    return digestEvent(event);
  } catch {
    return undefined;
  }
}
