import { compareText } from '../text/words.ts';
import type { Session } from '../sessions/session.ts';

/** In how many requests each word is. */
export interface WordCounts {
  readonly requests: number;
  /** By stem. */
  readonly counts: ReadonlyMap<string, number>;
}

export function countWords(sessions: readonly Session[]): WordCounts {
  const counts = new Map<string, number>();
  for (const { words } of sessions) for (const stem of words.keys()) counts.set(stem, (counts.get(stem) ?? 0) + 1);
  return { requests: sessions.length, counts };
}

/** The written forms of each stem, with the number of requests. */
function countForms(sessions: readonly Session[]): Map<string, Map<string, number>> {
  const forms = new Map<string, Map<string, number>>();
  for (const { words } of sessions)
    for (const [stem, form] of words) {
      let known = forms.get(stem);
      if (known === undefined) forms.set(stem, (known = new Map<string, number>()));
      known.set(form, (known.get(form) ?? 0) + 1);
    }
  return forms;
}

/**
 * The words that distinguish the requests of some sessions from the others, the most distinctive first: ranked by share
 * inside × log ratio of the shares inside and outside, both smoothed. Few sessions give few words.
 */
export function goalWords(inside: readonly Session[], all: WordCounts, limit: number): string[] {
  if (inside.length === 0) return [];
  const { counts } = countWords(inside);
  const forms = countForms(inside);
  const outside = all.requests - inside.length;
  const least = inside.length > 1 ? 2 : 1;
  return [...counts]
    .filter(([, times]) => times >= least)
    .map(([stem, times]) => {
      const within = times / inside.length;
      const without = ((all.counts.get(stem) ?? 0) - times + 0.5) / (outside + 1);
      const form = [...(forms.get(stem) ?? [])].sort((a, b) => b[1] - a[1] || compareText(a[0], b[0]))[0]?.[0] ?? stem;
      return { form, score: within * Math.log((within + 0.02) / (without + 0.02)) };
    })
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || compareText(a.form, b.form))
    .slice(0, Math.min(limit, 4 + 2 * inside.length))
    .map(({ form }) => form);
}
