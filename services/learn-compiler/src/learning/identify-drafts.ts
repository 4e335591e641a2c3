import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { Place } from '@strata/policy/place';
import type { ArtifactDraft, MemoryDraft } from '../compile/types.ts';
import { countTokens } from './count-tokens.ts';
import { artifactId, memoryId } from './knowledge-ids.ts';
import type { DraftedMemory, IdentifiedArtifact, IdentifiedMemory } from './compiled-knowledge.ts';

/** Gives memory drafts their ids, merges drafts of one id, and counts their tokens. */
export const identifyMemories = (
  scope: TenantScope,
  place: Place,
  drafts: readonly MemoryDraft[],
): IdentifiedMemory[] =>
  mergeMemories(scope, place, drafts).map((memory) => ({ ...memory, tokenCount: countTokens(memory.draft.content) }));

/** Gives memory drafts their ids, and merges drafts of one id with the evidence of all. */
export function mergeMemories(scope: TenantScope, place: Place, drafts: readonly MemoryDraft[]): DraftedMemory[] {
  const merged = new Map<string, MemoryDraft>();
  for (const draft of drafts) {
    const id = memoryId(scope, place, { key: draft.key, tags: identifyingTags(draft), userId: draft.userId });
    const known = merged.get(id);
    merged.set(id, known ? merge(known, draft) : draft);
  }
  return [...merged].map(([id, draft]) => ({ id, place, draft }));
}

/** Gives an artifact draft its id and counts its tokens. */
export const identifyArtifact = (
  scope: TenantScope,
  place: Place,
  draft: ArtifactDraft,
): Omit<IdentifiedArtifact, 'fingerprint'> => ({
  id: artifactId(scope, place, draft.key),
  draft,
  tokenCount: countTokens(`${draft.title}\n${JSON.stringify(draft.content)}`),
});

/** Error resolutions stay one memory while their evidence, and with it their tags, grow. */
const identifyingTags = ({ kind, tags }: MemoryDraft): readonly string[] => (kind === 'error_resolution' ? [] : tags);

const merge = ({ isSideText, ...a }: MemoryDraft, b: MemoryDraft): MemoryDraft => ({
  ...a,
  ...(isSideText === true && b.isSideText === true ? { isSideText } : {}),
  validFrom: a.validFrom < b.validFrom ? a.validFrom : b.validFrom,
  lastSaid: latest(a.lastSaid, b.lastSaid),
  importance: Math.max(a.importance, b.importance),
  confidence: Math.max(a.confidence, b.confidence),
  tags: [...new Set([...a.tags, ...b.tags])].sort(),
  sourceEvents: [...new Set([...a.sourceEvents, ...b.sourceEvents])],
  voices: [...new Set([...a.voices, ...b.voices])],
});

const latest = (a: string, b: string): string => (a > b ? a : b);
