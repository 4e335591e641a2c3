import { LANES, MAX_EXCLUDED, type ExclusionReason, type Lane } from '@strata/contracts/schemas/synthesis';
import { countTokens } from '../text/count-tokens.ts';
import { LaneBudget } from './lanes.ts';
import type { ContextPack, Excluded, PackedSection, PackItem } from './pack-item.ts';
import { dateLabel, renderMemory, withWarning } from './render-memory.ts';
import { Repeats } from './repeats.ts';
import { asRead, type Run, Runs } from './runs.ts';
import { shorterForm } from './shorter-form.ts';

/** The budget counts as full after this many items in a row that do not fit. */
const FULL_AFTER = 100;

/**
 * Packs ranked items (best first) into a budget of `maxTokens` o200k tokens, which the result never exceeds. Lane by lane in
 * the order of `LANES`, each within its allowance. Greedy: skips items that are not relevant, repeat an
 * earlier text or do not fit; an artifact that does not fit is shown in a shorter form if that fits.
 * Turns close to each other are shown together under one date, from the best of them on in the order of the conversation, at
 * the rank of the best.
 *
 * @param shown the text of a section, whose tokens count
 */
export function pack<I extends PackItem>(
  ranked: readonly I[],
  maxTokens: number,
  shown: (section: PackedSection) => string = withWarning,
): ContextPack<I> {
  const packing = new Packing(ranked, maxTokens);
  const sections = LANES.flatMap((lane) => packing.fill(lane));
  return withinBudget({ sections, excluded: packing.excluded }, maxTokens, shown);
}

/** A pack in the making. */
class Packing<I extends PackItem> {
  readonly excluded: Excluded[] = [];
  readonly #relevant: readonly I[];
  readonly #budget: LaneBudget;
  readonly #repeats: Repeats<I>;
  #left: number;

  constructor(ranked: readonly I[], maxTokens: number) {
    this.#relevant = ranked.filter(({ isRelevant }) => isRelevant);
    for (const item of ranked) if (!item.isRelevant) this.#exclude(item, 'low_relevance');
    this.#repeats = new Repeats(this.#relevant);
    this.#budget = new LaneBudget(this.#relevant, maxTokens);
    this.#left = maxTokens;
  }

  /** The sections of one lane. */
  fill(lane: Lane): PackedSection<I>[] {
    const runs = new Runs<I>();
    const allowance = this.#budget.allowance(lane, this.#left);
    let used = 0;
    let misfits = 0;
    for (const item of this.#relevant) {
      if (item.lane !== lane) continue;
      // Wishes hold at any time. The newest come first.
      const date = item.kind === 'memory' && lane !== 'instruction' ? dateLabel(item.occurredAt) : null;
      const dateCost = date !== null && runs.near(item) === undefined ? dateTokens(date) : 0;
      const fitting = fittingForm(item, allowance - used - dateCost);
      if (fitting === null) {
        this.#exclude(item, 'over_budget');
        if (++misfits >= FULL_AFTER) break;
        continue;
      }
      if (this.#repeats.isRepeat(item)) {
        this.#exclude(item, 'near_duplicate');
        continue;
      }
      used += fitting.tokens + dateCost;
      misfits = 0;
      runs.add(fitting, date);
    }
    this.#left -= used;
    this.#budget.spend(lane, used);
    return runs.all.flatMap((run) => this.#render(run));
  }

  #render(run: Run<I>): PackedSection<I>[] {
    return asRead(run).map((item, i) => ({
      item: this.#repeats.withOutcome(item),
      content:
        item.kind === 'artifact' ? item.text : renderMemory(item, i === 0 ? run.date : null, this.#repeats.alike(item)),
    }));
  }

  #exclude({ id, kind }: I, reason: ExclusionReason): void {
    if (this.excluded.length < MAX_EXCLUDED) this.excluded.push({ id, kind, reason });
  }
}

/** The item in its longest form that costs at most `tokens`; null if none does. */
function fittingForm<I extends PackItem>(item: I, tokens: number): I | null {
  if (item.tokens <= tokens) return item;
  const shorter = item.kind === 'artifact' ? shorterForm(item.text) : null;
  return shorter === null || shorter.tokens > tokens ? null : { ...item, ...shorter };
}

/** The sum of the sections' tokens can be a few off, so the whole pack is counted, and cut if it exceeds the budget. */
function withinBudget<I extends PackItem>(
  { sections, excluded }: { readonly sections: PackedSection<I>[]; readonly excluded: Excluded[] },
  maxTokens: number,
  shown: (section: PackedSection) => string,
): ContextPack<I> {
  for (;;) {
    const totalTokens = countTokens(sections.map(shown).join('\n'));
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
