import { contentWords, compareText, lightStem } from '../text/words.ts';

/** What a session says about the task that it works on. */
export interface TaskHints {
  sessionId: string;
  /** The client's name of the task; null without one. */
  task: string | null;
  /** The opening words of the request, masked. */
  request: string;
  /** Hashes of the ids, numbers and names in the request. */
  values: readonly string[];
}

/** Two requests are attempts at one task if they share this share of their words and values (Jaccard index). */
const SAME_TASK = 0.7;

/**
 * The task of each session: the client's name for it, else a cluster of requests that say the same about the same things
 * (connected by {@link SAME_TASK}). Several attempts at one task are one piece of evidence. Independent of the order.
 */
export function sessionTasks(sessions: readonly TaskHints[]): string[] {
  const wordsOf = sessions.map(({ task, request, values }) => (task === null ? requestTokens(request, values) : []));
  const named = new Map<string, string[]>();
  for (const words of wordsOf) if (words.length > 0) named.set(words.join(' '), words);
  const clusterOf = clusters([...named.values()]);
  return sessions.map(({ sessionId, task }, at) => {
    if (task !== null) return `task ${task}`;
    const words = wordsOf[at] ?? [];
    return words.length === 0 ? `session ${sessionId}` : `request ${clusterOf.get(words.join(' ')) ?? ''}`;
  });
}

function requestTokens(request: string, values: readonly string[]): string[] {
  return [...new Set([...contentWords(request).map(lightStem), ...values.map((value) => `#${value}`)])].sort(
    compareText,
  );
}

/** Maps each set of words to the least set of its cluster, both joined by spaces. */
function clusters(sets: readonly (readonly string[])[]): Map<string, string> {
  const names = sets.map((words) => words.join(' '));
  const parent = names.map((_, at) => at);
  const root = (at: number): number => {
    let top = at;
    while (parent[top] !== top) top = parent[top] = parent[parent[top] ?? top] ?? top;
    return top;
  };
  for (const [a, b] of similarPairs(sets)) {
    const [x, y] = [root(a), root(b)];
    if (x !== y)
      parent[compareText(names[x] ?? '', names[y] ?? '') < 0 ? y : x] =
        compareText(names[x] ?? '', names[y] ?? '') < 0 ? x : y;
  }
  return new Map(names.map((name, at) => [name, names[root(at)] ?? name]));
}

/**
 * Pairs of sets above {@link SAME_TASK}. Such sets share one of their rarest words, so only sets that do are compared
 * (prefix filtering; Chaudhuri, Ganti and Kaushik, "A primitive operator for similarity joins", ICDE 2006).
 */
function similarPairs(sets: readonly (readonly string[])[]): [number, number][] {
  const frequency = new Map<string, number>();
  for (const words of sets) for (const word of words) frequency.set(word, (frequency.get(word) ?? 0) + 1);
  const byWord = new Map<string, number[]>();
  const pairs: [number, number][] = [];
  sets.forEach((words, at) => {
    const rarest = [...words].sort((a, b) => (frequency.get(a) ?? 0) - (frequency.get(b) ?? 0) || compareText(a, b));
    const prefix = rarest.slice(0, words.length - Math.ceil(SAME_TASK * words.length) + 1);
    const candidates = new Set(prefix.flatMap((word) => byWord.get(word) ?? []));
    for (const other of candidates) if (jaccard(words, sets[other] ?? []) >= SAME_TASK) pairs.push([other, at]);
    for (const word of prefix) byWord.set(word, [...(byWord.get(word) ?? []), at]);
  });
  return pairs;
}

function jaccard(a: readonly string[], b: readonly string[]): number {
  const other = new Set(b);
  const shared = a.filter((word) => other.has(word)).length;
  return shared / (a.length + b.length - shared);
}
