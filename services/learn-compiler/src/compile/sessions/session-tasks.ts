import { areSimilar } from '../text/similar-lists.ts';
import { contentWords, compareText, lightStem } from '../text/words.ts';
import { Counts } from './counts.ts';

/** What a session says about the task that it works on. */
export interface TaskHints {
  readonly id: string;
  /** The client's name of the task; null without one. */
  readonly task: string | null;
  /** The words and values of its request, see {@link requestTokens}. */
  readonly tokens: readonly string[];
}

const NAMED = 'task ';

/** Whether the client named the task of a session: then its sessions are attempts at one thing, not only similar. */
export const isNamedTask = (task: string): boolean => task.startsWith(NAMED);

interface Cluster {
  /** The least name of its members. */
  name: string;
  readonly members: Set<string>;
}

interface TokenSet {
  readonly tokens: readonly string[];
  sessions: number;
  cluster: Cluster;
}

/** Two requests are about one task if they share this share of their words and values (Jaccard index). */
const SAME_TASK = 0.7;
/** The share of their values, such as ids, that they must have in common. */
const SAME_VALUES = 0.5;
const VALUE = '#';

/** The stems of a request's content words, and the hashes of the ids and numbers in it, in a fixed order. */
export const requestTokens = (request: string, values: readonly string[]): string[] =>
  [...new Set([...contentWords(request).map(lightStem), ...values.map((value) => `${VALUE}${value}`)])].sort(
    compareText,
  );

/**
 * The tasks of sessions: the client's name for it, else a cluster of requests that say the same about the same things
 * (connected by {@link SAME_TASK}). Several sessions of one task are one piece of evidence. Sessions are added and removed
 * one at a time; the clusters depend only on which sessions there are.
 *
 * Sets of tokens that are similar enough share one of their rarest tokens, so only sets that do are compared (prefix
 * filtering; Chaudhuri, Ganti and Kaushik, "A primitive operator for similarity joins", ICDE 2006): one of their rarest
 * values, if they have values, since requests in the same words mostly differ in these. Any fixed order of the tokens finds
 * the same pairs; that of their frequency compares fewest, and is taken anew whenever the sets have doubled.
 */
export class SessionTasks {
  readonly #sets = new Map<string, TokenSet>();
  /** Names of sets that are not compared with the others yet. */
  readonly #pending = new Set<string>();
  #byToken = new Map<string, Set<string>>();
  #frequency = new Counts();
  #indexed = 0;

  add({ task, tokens }: TaskHints): void {
    if (task !== null || tokens.length === 0) return;
    const name = tokens.join(' ');
    const known = this.#sets.get(name);
    if (known === undefined) {
      this.#sets.set(name, { tokens, sessions: 1, cluster: alone(name) });
      this.#pending.add(name);
    } else known.sessions++;
  }

  remove({ task, tokens }: TaskHints): void {
    const name = tokens.join(' ');
    const set = task === null ? this.#sets.get(name) : undefined;
    if (set === undefined || --set.sessions > 0) return;
    this.#unindex(name, set);
    this.#sets.delete(name);
    this.#pending.delete(name);
    // What it connected may fall apart: the others of its cluster are compared again.
    for (const other of set.cluster.members) {
      const member = this.#sets.get(other);
      if (member === undefined) continue;
      this.#unindex(other, member);
      member.cluster = alone(other);
      this.#pending.add(other);
    }
  }

  taskOf({ id, task, tokens }: TaskHints): string {
    if (task !== null) return `${NAMED}${task}`;
    if (tokens.length === 0) return `session ${id}`;
    this.#comparePending();
    return `request ${this.#sets.get(tokens.join(' '))?.cluster.name ?? ''}`;
  }

  #comparePending(): void {
    if (this.#pending.size === 0) return;
    if (this.#sets.size > 2 * this.#indexed) this.#indexAgain();
    for (const name of this.#pending) {
      const set = this.#sets.get(name);
      if (set === undefined) continue;
      const prefix = this.#prefix(set.tokens);
      for (const token of prefix)
        for (const other of this.#byToken.get(token) ?? []) {
          const known = this.#sets.get(other);
          if (known !== undefined && known.cluster !== set.cluster && areOneTask(set.tokens, known.tokens))
            this.#unite(set.cluster, known.cluster);
        }
      this.#index(name, prefix);
    }
    this.#pending.clear();
  }

  #indexAgain(): void {
    this.#indexed = this.#sets.size;
    this.#byToken = new Map();
    this.#frequency = new Counts();
    for (const { tokens } of this.#sets.values()) for (const token of tokens) this.#frequency.add(token, 1);
    for (const [name, { tokens }] of this.#sets) if (!this.#pending.has(name)) this.#index(name, this.#prefix(tokens));
  }

  /** Tokens of which sets of one task share at least one. */
  #prefix(tokens: readonly string[]): string[] {
    const values = tokens.filter(isValue);
    const [compared, share] = values.length > 0 ? [values, SAME_VALUES] : [tokens, SAME_TASK];
    return [...compared]
      .sort((a, b) => this.#frequency.get(a) - this.#frequency.get(b) || compareText(a, b))
      .slice(0, compared.length - Math.ceil(share * compared.length) + 1);
  }

  #index(name: string, prefix: readonly string[]): void {
    for (const token of prefix) {
      const names = this.#byToken.get(token);
      if (names === undefined) this.#byToken.set(token, new Set([name]));
      else names.add(name);
    }
  }

  #unindex(name: string, { tokens }: TokenSet): void {
    for (const token of this.#prefix(tokens)) {
      const names = this.#byToken.get(token);
      names?.delete(name);
      if (names?.size === 0) this.#byToken.delete(token);
    }
  }

  #unite(a: Cluster, b: Cluster): void {
    const [large, small] = a.members.size >= b.members.size ? [a, b] : [b, a];
    for (const name of small.members) {
      large.members.add(name);
      const set = this.#sets.get(name);
      if (set !== undefined) set.cluster = large;
    }
    if (compareText(small.name, large.name) < 0) large.name = small.name;
  }
}

/** Requests in the same words about other things are other tasks: they must share values too. */
function areOneTask(a: readonly string[], b: readonly string[]): boolean {
  return areSimilar(a, b, SAME_TASK) && areSimilar(a.filter(isValue), b.filter(isValue), SAME_VALUES);
}

const isValue = (token: string): boolean => token.startsWith(VALUE);

const alone = (name: string): Cluster => ({ name, members: new Set([name]) });
