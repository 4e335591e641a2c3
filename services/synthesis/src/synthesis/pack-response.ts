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

/**
 * A pack in the form that the request asks for, under an id of its own. `filteredOut` are the ids of matching entries that
 * the request's filters leave out.
 */
export function packResponse(
  { query = '', maxTokens, format, explain }: SynthesizeRequest,
  packed: Packed<RankedItem> | TextPack<RankedItem>,
  filteredOut: readonly string[],
): ContextPack {
  const { sections, totalTokens, excluded } = packed;
  return {
    packId: newId('pck'),
    sections: format === 'text' ? [] : sections.map(({ item, content }) => toSection(item, content, explain)),
    ...('text' in packed ? { text: packed.text } : {}),
    totalTokens,
    query,
    contextPack: { entries: sections.length, estimatedTokens: totalTokens, maxTokens },
    ...(explain ? { excluded: explainExcluded(excluded, filteredOut) } : {}),
  };
}

function explainExcluded(
  excluded: Packed['excluded'],
  filteredOut: readonly string[],
): NonNullable<ContextPack['excluded']> {
  const packed = excluded.slice(0, MAX_EXCLUDED - filteredOut.length);
  return [
    ...packed.map(({ id, reason }) => ({ source: id, reason })),
    ...filteredOut.map((id) => ({ source: id, reason: 'filtered' as const })),
  ];
}

const toSection = (item: RankedItem, content: string, explain: boolean): Section => ({
  type: item.kind,
  content,
  source: item.id,
  ...(item.kind === 'memory' ? { confidence: movedConfidence(item.confidence, item.balance ?? 0) } : {}),
  ...(explain ? { score: { total: item.score, parts: item.parts, shares: armShares(item.parts) } } : {}),
});
