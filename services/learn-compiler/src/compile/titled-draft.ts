import { clip } from './text/mask.ts';
import { compareText } from './text/words.ts';
import type { ArtifactContent, ArtifactDraft } from './types.ts';

/** An artifact before its title is chosen: candidate titles from short to unique. */
export type TitledDraft = ArtifactContent &
  Omit<ArtifactDraft, 'title' | 'type' | 'content' | 'changes'> & { titles: string[] };

/** An artifact with its title. */
export type SettledDraft = ArtifactContent & Omit<ArtifactDraft, 'type' | 'content' | 'changes'>;

const TITLE_LIMIT = 240;

/**
 * Gives each draft its shortest title that is no candidate of another draft, so that titles do not depend on the order of
 * the drafts. Drafts that share even the longest title are numbered in the order of their keys.
 */
export function settleTitles(drafts: readonly TitledDraft[]): SettledDraft[] {
  const normal = (title: string): string => title.trim().toLowerCase();
  const bearers = new Map<string, number>();
  for (const draft of drafts)
    for (const title of new Set(draft.titles.map(normal))) bearers.set(title, (bearers.get(title) ?? 0) + 1);
  const taken = new Set<string>();
  const titleOf = new Map<TitledDraft, string>();
  for (const draft of [...drafts].sort((a, b) => compareText(a.key, b.key))) {
    const free = draft.titles.find((title) => bearers.get(normal(title)) === 1) ?? draft.titles.at(-1) ?? draft.type;
    const title = clip(free, TITLE_LIMIT);
    let settled = title;
    for (let n = 2; taken.has(normal(settled)); n++) settled = `${title} (${String(n)})`;
    taken.add(normal(settled));
    titleOf.set(draft, settled);
  }
  return drafts.map((draft) => {
    const { titles, ...rest } = draft;
    return { ...rest, title: titleOf.get(draft) ?? titles[0] ?? '' };
  });
}
