import { countTokens } from '../text/count-tokens.ts';
import { pack } from './pack.ts';
import type { ContextPack, PackItem } from './pack-item.ts';
import { EMPTY_FRAME, renderText } from './render-text.ts';

const FRAME_TOKENS = countTokens(EMPTY_FRAME);

/** A pack whose tokens are those of its text. */
export interface TextPack<I extends PackItem> extends ContextPack<I> {
  /** From `renderText`. */
  readonly text: string;
}

/** Packs ranked items (best first) so that their text, with its frame, has at most `maxTokens` o200k tokens. */
export function packAsText<I extends PackItem>(ranked: readonly I[], maxTokens: number): TextPack<I> {
  const packed = pack(ranked, Math.max(0, maxTokens - FRAME_TOKENS));
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
