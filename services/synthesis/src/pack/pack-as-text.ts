import { countTokens } from '../text/count-tokens.ts';
import { pack } from './pack.ts';
import type { ContextPack, PackItem } from './pack-item.ts';
import { isWarning, warningTokens } from './render-memory.ts';
import { emptyFrame, renderText, SUCCESS_HEADING, WARNING_HEADING } from './render-text.ts';

const WARNING_TOKENS = countTokens(`${WARNING_HEADING}\n`);
const SUCCESS_TOKENS = countTokens(`${SUCCESS_HEADING}\n`);

/** A pack whose tokens are those of its text. */
export interface TextPack<I extends PackItem> extends ContextPack<I> {
  /** From `renderText`. */
  readonly text: string;
}

/** Packs ranked items (best first) so that their text, with its frame, has at most `maxTokens` o200k tokens. */
export function packAsText<I extends PackItem>(ranked: readonly I[], maxTokens: number): TextPack<I> {
  const frame =
    countTokens(emptyFrame(new Set(ranked.map(({ lane }) => lane)))) +
    (ranked.some(({ outcome }) => isWarning(outcome)) ? WARNING_TOKENS : 0) +
    (ranked.some(({ outcome }) => outcome === 'success') ? SUCCESS_TOKENS : 0);
  // The heading warns, once.
  const items = ranked.map((item) => ({ ...item, tokens: item.tokens - warningTokens(item.outcome) }));
  const packed = pack(items, Math.max(0, maxTokens - frame), ({ content }) => content);
  const sections = [...packed.sections];
  const excluded = [...packed.excluded];
  for (;;) {
    const text = renderText(sections);
    const totalTokens = countTokens(text);
    if (totalTokens <= maxTokens) return { sections, totalTokens, excluded, text };
    for (let excess = totalTokens - maxTokens; excess > 0;) {
      const dropped = sections.pop();
      if (dropped === undefined) break;
      const { id, kind, tokens } = dropped.item;
      excluded.push({ id, kind, reason: 'over_budget' });
      excess -= tokens;
    }
  }
}
