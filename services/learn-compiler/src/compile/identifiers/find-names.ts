/** A session with the words of its texts that may be part of a name or an address. */
export interface WordingSession {
  readonly id: string;
  readonly task: string;
  readonly names: readonly string[];
}

/** A word that a greater share of the tasks has is no customer's, but the name of a product or a place that many speak of. */
const MOST_COMMON = 0.05;
/** So many tasks may always have it: a customer comes back. */
const RETURNS = 2;

/**
 * The names and addresses of customers, and codes they tell, by session: words that are written as names are, and that hardly any
 * other customer's session has.
 *
 * @param sessions those that name a customer
 * @param decided values of fields that never count as names: each is either known to be a customer's identifier, or known to belong
 *   to no customer
 */
export function findNames(
  sessions: readonly WordingSession[],
  decided: ReadonlySet<string>,
): Map<string, readonly string[]> {
  // A session that an earlier version learned has no names: it does not tell how common a word is.
  const tasks = new Set(sessions.filter(({ names }) => names.length > 0).map(({ task }) => task)).size;
  const mostCommon = Math.max(RETURNS, MOST_COMMON * tasks);
  const tasksOf = new Map<string, Set<string>>();
  for (const { task, names } of sessions)
    for (const name of names) {
      const known = tasksOf.get(name);
      if (known === undefined) tasksOf.set(name, new Set([task]));
      else known.add(task);
    }
  const isOwn = (name: string): boolean => !decided.has(name) && (tasksOf.get(name)?.size ?? 0) <= mostCommon;
  return new Map(sessions.map(({ id, names }) => [id, names.filter(isOwn)]));
}
