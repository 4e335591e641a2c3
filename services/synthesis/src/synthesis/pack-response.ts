import type { ContextPack, Section, SynthesizeRequest } from '@strata/contracts/schemas/synthesis';
import { newId } from '@strata/kernel/ids';
import type { TextPack } from '../pack/pack-as-text.ts';
import type { ContextPack as Packed, PackedSection } from '../pack/pack-item.ts';
import { withWarning } from '../pack/render-memory.ts';
import { movedConfidence } from '../rank/balance.ts';
import { scoreOf, sourceOf } from './explain-excluded.ts';
import type { RankedItem } from './fetch-items.ts';

/** A pack in the form that the request asks for, under an id of its own. `excluded` explains what it leaves out. */
export function packResponse(
  { query = '', maxTokens, format, explain }: SynthesizeRequest,
  packed: Packed<RankedItem> | TextPack<RankedItem>,
  excluded: ContextPack['excluded'],
): ContextPack {
  const { sections, totalTokens } = packed;
  return {
    packId: newId('pck'),
    sections: format === 'text' ? [] : sections.map((section) => toSection(section, explain)),
    ...('text' in packed ? { text: packed.text } : {}),
    totalTokens,
    query,
    contextPack: { entries: sections.length, estimatedTokens: totalTokens, maxTokens },
    ...(excluded === undefined ? {} : { excluded }),
  };
}

const toSection = ({ item, content }: PackedSection<RankedItem>, explain: boolean): Section => ({
  type: item.eventId === undefined ? item.kind : 'event',
  content: withWarning({ item, content }),
  source: sourceOf(item),
  ...(item.kind === 'memory' ? { confidence: movedConfidence(item.confidence, item.balance ?? 0) } : {}),
  at: new Date(item.occurredAt).toISOString(),
  ...(item.replaced === undefined ? {} : { validTo: new Date(item.replaced.until).toISOString() }),
  agentId: item.place.agentId,
  outcome: item.outcome,
  ...(explain ? { lane: item.lane, score: scoreOf(item) } : {}),
});
