import { countTokens } from '../text/count-tokens.ts';
import { NearDuplicates } from './near-duplicates.ts';
import type { ContextPack, Excluded, ExclusionReason, PackedSection, PackItem } from './pack-item.ts';
import { dateLabel, renderMemory } from './render-memory.ts';
import { type Run, Runs } from './runs.ts';

const MAX_EXCLUDED = 100;
/** The budget counts as full after this many items in a row that do not fit. */
const FULL_AFTER = 100;
/** An artifact that scores far below the best one is about something else: better to leave it out than to fill the budget. */
const ARTIFACT_CUTOFF = 0.7;

/**
 * Packs ranked items (best first) into a budget of `maxTokens` o200k tokens, which the result never exceeds. Greedy: skips
 * items that repeat an earlier text or do not fit, and artifacts far less relevant than the best one. Turns close to each
 * other are shown together in the order of the conversation, under one date, at the rank of the best of them.
 */
export function pack<I extends PackItem>(ranked: readonly I[], maxTokens: number): ContextPack<I> {
  const excluded: Excluded[] = [];
  const exclude = ({ id, kind }: I, reason: ExclusionReason): void => {
    if (excluded.length < MAX_EXCLUDED) excluded.push({ id, kind, reason });
  };
  const duplicates = new NearDuplicates();
  const runs = new Runs<I>();
  const bestArtifact = ranked.find(({ kind }) => kind === 'artifact')?.score ?? 0;
  let left = maxTokens;
  let misfits = 0;
  for (const item of ranked) {
    if (item.kind === 'artifact' && item.score < ARTIFACT_CUTOFF * bestArtifact) {
      exclude(item, 'low_relevance');
      continue;
    }
    const date = item.kind === 'memory' ? dateLabel(item.occurredAt) : null;
    const cost = item.tokens + (date !== null && runs.near(item) === undefined ? dateTokens(date) : 0);
    if (cost > left) {
      exclude(item, 'over_budget');
      if (++misfits >= FULL_AFTER) break;
      continue;
    }
    if (duplicates.isRepeat(item.text)) {
      exclude(item, 'near_duplicate');
      continue;
    }
    left -= cost;
    misfits = 0;
    runs.add(item, date);
  }
  return withinBudget(runs.all.flatMap(renderRun), maxTokens, excluded);
}

function renderRun<I extends PackItem>({ date, items }: Run<I>): PackedSection<I>[] {
  return items
    .sort((a, b) => (a.position ?? 0) - (b.position ?? 0))
    .map((item, i) => ({
      item,
      content: item.kind === 'artifact' ? item.text : renderMemory(item.text, item.speaker, i === 0 ? date : null),
    }));
}

/** The sum of the sections' tokens can be a few off, so the whole pack is counted, and cut if it exceeds the budget. */
function withinBudget<I extends PackItem>(
  sections: PackedSection<I>[],
  maxTokens: number,
  excluded: Excluded[],
): ContextPack<I> {
  for (;;) {
    const totalTokens = countTokens(sections.map(({ content }) => content).join('\n'));
    if (totalTokens <= maxTokens) return { sections, totalTokens, excluded };
    const dropped = sections.pop();
    if (dropped !== undefined) excluded.push({ id: dropped.item.id, kind: dropped.item.kind, reason: 'over_budget' });
  }
}

const dateTokenCounts = new Map<string, number>();
const MAX_DATES = 10_000;

function dateTokens(date: string): number {
  const known = dateTokenCounts.get(date);
  if (known !== undefined) return known;
  const count = countTokens(`[${date}]`);
  if (dateTokenCounts.size >= MAX_DATES) dateTokenCounts.clear();
  dateTokenCounts.set(date, count);
  return count;
}
