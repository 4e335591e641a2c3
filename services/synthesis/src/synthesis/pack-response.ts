import {
  MAX_EXCLUDED,
  type ContextPack,
  type Section,
  type SynthesizeRequest,
} from '@strata/contracts/schemas/synthesis';
import { newId } from '@strata/kernel/ids';
import type { TextPack } from '../pack/pack-as-text.ts';
import type { ContextPack as Packed } from '../pack/pack-item.ts';
import { movedConfidence } from '../rank/balance.ts';
import { armShares } from './arm-shares.ts';
import type { RankedItem } from './fetch-items.ts';

/** What a pack was chosen from. */
interface Choice {
  /** The items that were packed or left out. */
  readonly considered: readonly RankedItem[];
  /** The ids of matching entries that the request's filters leave out. */
  readonly filteredOut: readonly string[];
}

/** A pack in the form that the request asks for, under an id of its own. */
export function packResponse(
  { query = '', maxTokens, format, explain }: SynthesizeRequest,
  packed: Packed<RankedItem> | TextPack<RankedItem>,
  choice: Choice,
): ContextPack {
  const { sections, totalTokens, excluded } = packed;
  return {
    packId: newId('pck'),
    sections: format === 'text' ? [] : sections.map(({ item, content }) => toSection(item, content, explain)),
    ...('text' in packed ? { text: packed.text } : {}),
    totalTokens,
    query,
    contextPack: { entries: sections.length, estimatedTokens: totalTokens, maxTokens },
    ...(explain ? { excluded: explainExcluded(excluded, choice) } : {}),
  };
}

function explainExcluded(
  excluded: Packed['excluded'],
  { considered, filteredOut }: Choice,
): NonNullable<ContextPack['excluded']> {
  const sources = new Map(considered.map((item) => [item.id, sourceOf(item)]));
  const packed = excluded.slice(0, MAX_EXCLUDED - filteredOut.length);
  return [
    ...packed.map(({ id, reason }) => ({ source: sources.get(id) ?? id, reason })),
    ...filteredOut.map((id) => ({ source: id, reason: 'filtered' as const })),
  ];
}

/** What the reader can look up: an unlearned text is no memory yet. */
const sourceOf = ({ id, eventId }: RankedItem): string => eventId ?? id;

const toSection = (item: RankedItem, content: string, explain: boolean): Section => ({
  type: item.eventId === undefined ? item.kind : 'event',
  content,
  source: sourceOf(item),
  ...(item.kind === 'memory' ? { confidence: movedConfidence(item.confidence, item.balance ?? 0) } : {}),
  at: new Date(item.occurredAt).toISOString(),
  agentId: item.place.agentId,
  outcome: item.outcome,
  ...(explain ? { score: { total: item.score, parts: item.parts, shares: armShares(item.parts) } } : {}),
});
