import { compareText } from '../text/words.ts';
import type { Session } from '../sessions/session.ts';
import { countTasks } from '../sessions/count-tasks.ts';

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

/** The tasks in whose requests each stem is. */
function tasksOfWords(sessions: readonly Session[]): Map<string, Set<string>> {
  const tasks = new Map<string, Set<string>>();
  for (const { words, task } of sessions)
    for (const stem of words.keys()) tasks.set(stem, (tasks.get(stem) ?? new Set<string>()).add(task));
  return tasks;
}

/**
 * The words that distinguish the requests of some sessions from the others, the most distinctive first: ranked by share
 * inside × log ratio of the shares inside and outside, both smoothed. Few sessions
 * give few words. If there are several tasks, the words of one are its own and describe no goal.
 */
export function goalWords(inside: readonly Session[], all: WordCounts, limit: number): string[] {
  if (inside.length === 0) return [];
  const { counts } = countWords(inside);
  const forms = countForms(inside);
  const tasks = tasksOfWords(inside);
  const least = countTasks(inside) > 1 ? 2 : 1;
  const outside = all.requests - inside.length;
  return [...counts]
    .filter(([stem]) => (tasks.get(stem)?.size ?? 0) >= least)
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
