import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { ArtifactDraft, MemoryDraft } from '../compile/types.ts';
import { countTokens } from './count-tokens.ts';
import { artifactId, memoryId, type Owner } from './knowledge-ids.ts';
import type { OwnedArtifact, OwnedMemory } from './knowledge-store.ts';

/** Gives drafts their ids; those of one id become one, with the evidence of all. */
export function ownMemories(scope: TenantScope, owner: Owner, drafts: readonly MemoryDraft[]): OwnedMemory[] {
  const united = new Map<string, MemoryDraft>();
  for (const draft of drafts) {
    const id = memoryId(scope, owner, draft.key, identifyingTags(draft));
    const known = united.get(id);
    united.set(id, known ? unite(known, draft) : draft);
  }
  return [...united].map(([id, draft]) => ({ id, owner, draft, tokenCount: countTokens(draft.content) }));
}

/** Gives artifact drafts their ids and counts their tokens. */
export const ownArtifacts = (scope: TenantScope, owner: Owner, drafts: readonly ArtifactDraft[]): OwnedArtifact[] =>
  drafts.map((draft) => ({
    id: artifactId(scope, owner, draft.key),
    draft,
    tokenCount: countTokens(`${draft.title}\n${JSON.stringify(draft.content)}`),
  }));

/** How an error was overcome is one memory while its evidence grows, and the tags with it. */
const identifyingTags = ({ kind, tags }: MemoryDraft): readonly string[] => (kind === 'error_resolution' ? [] : tags);

const unite = (a: MemoryDraft, b: MemoryDraft): MemoryDraft => ({
  ...a,
  validFrom: a.validFrom < b.validFrom ? a.validFrom : b.validFrom,
  validTo: latest(a.validTo ?? a.validFrom, b.validTo ?? b.validFrom),
  importance: Math.max(a.importance, b.importance),
  confidence: Math.max(a.confidence, b.confidence),
  tags: [...new Set([...a.tags, ...b.tags])].sort(),
  sourceEvents: [...new Set([...a.sourceEvents, ...b.sourceEvents])],
});

const latest = (a: string, b: string): string => (a > b ? a : b);
