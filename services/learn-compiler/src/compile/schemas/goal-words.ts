import { compareText } from '../text/words.ts';
import type { Session } from '../sessions/session.ts';

interface WordCount {
  /** The written forms of the word, with the number of sessions. */
  forms: Map<string, number>;
  inside: number;
  outside: number;
}

function countWords(sessions: readonly Session[], inside: boolean, counts: Map<string, WordCount>): void {
  for (const session of sessions)
    for (const [stem, form] of session.words) {
      let count = counts.get(stem);
      if (count === undefined) counts.set(stem, (count = { forms: new Map(), inside: 0, outside: 0 }));
      if (inside) {
        count.inside++;
        count.forms.set(form, (count.forms.get(form) ?? 0) + 1);
      } else count.outside++;
    }
}

/**
 * The words that distinguish the requests of some sessions from the others, the most distinctive first: ranked by share
 * inside × log ratio of the shares inside and outside, both smoothed. Few sessions give few words.
 */
export function goalWords(inside: readonly Session[], all: readonly Session[], limit: number): string[] {
  if (inside.length === 0) return [];
  const members = new Set(inside);
  const outside = all.filter((session) => !members.has(session));
  const counts = new Map<string, WordCount>();
  countWords(inside, true, counts);
  countWords(outside, false, counts);
  const least = inside.length >= 4 ? 2 : 1;
  return [...counts]
    .filter(([, count]) => count.inside >= least)
    .map(([stem, count]) => {
      const within = count.inside / inside.length;
      const without = (count.outside + 0.5) / (outside.length + 1);
      const form = [...count.forms].sort((a, b) => b[1] - a[1] || compareText(a[0], b[0]))[0]?.[0] ?? stem;
      return { form, score: within * Math.log((within + 0.02) / (without + 0.02)) };
    })
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || compareText(a.form, b.form))
    .slice(0, Math.min(limit, 4 + 2 * inside.length))
    .map(({ form }) => form);
}
