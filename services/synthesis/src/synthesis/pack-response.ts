import type { ContextPack, Section, SynthesizeRequest } from '@strata/contracts/schemas/synthesis';
import { newId } from '@strata/kernel/ids';
import type { TextPack } from '../pack/pack-as-text.ts';
import type { ContextPack as Packed } from '../pack/pack-item.ts';
import { movedConfidence } from '../rank/balance.ts';
import type { RankedItem } from './fetch-items.ts';

/** A pack in the form that the request asks for, under an id of its own. */
export function packResponse(
  { query = '', maxTokens, format, explain }: SynthesizeRequest,
  packed: Packed<RankedItem> | TextPack<RankedItem>,
): ContextPack {
  const { sections, totalTokens, excluded } = packed;
  return {
    packId: newId('pck'),
    sections: format === 'text' ? [] : sections.map(({ item, content }) => toSection(item, content, explain)),
    ...('text' in packed ? { text: packed.text } : {}),
    totalTokens,
    query,
    contextPack: { entries: sections.length, estimatedTokens: totalTokens, maxTokens },
    ...(explain ? { excluded: excluded.map(({ id, reason }) => ({ source: id, reason })) } : {}),
  };
}

const toSection = (item: RankedItem, content: string, explain: boolean): Section => ({
  type: item.kind,
  content,
  source: item.id,
  ...(item.kind === 'memory' ? { confidence: movedConfidence(item.confidence, item.balance ?? 0) } : {}),
  ...(explain ? { score: { total: item.score, parts: item.parts } } : {}),
});
