import { NearDuplicates, saysTheSame } from './near-duplicates.ts';
import type { PackItem } from './pack-item.ts';
import { withoutExplanations } from './shorter-form.ts';
import { wordPairsOf, type WordPairs } from './word-pairs.ts';

/** Shorter texts are alike by chance: "It is 17". */
const SHORTEST = 6;
/**
 * So often a speaker may say the same with other numbers: a week of readings, or requests for several releases. Who says it more
 * often repeats a claim ("Update 17: …"). A shortlist keeps one more, so that a flood is known here.
 */
const MOST_NUMBERS = 7;

/**
 * Finds items that add nothing to one before them, and counts them:
 *
 * - a text that says the same, numbers and identifiers included;
 * - what a speaker says in several sessions with other numbers, more than `MOST_NUMBERS` times, so that one person who repeats a
 *   claim gets one section. Texts of one session that differ in a number say different things, and so do findings;
 * - an artifact whose headline begins a line of another one: a precondition that the steps name already.
 */
export class Repeats<I extends PackItem> {
  readonly #same = new NearDuplicates<I>({ numbersMatter: true });
  readonly #saidBy = new Map<string, NearDuplicates<I>>();
  readonly #items: readonly I[];
  /** By what was said first: whether it is repeated with too many numbers. */
  readonly #floods = new Map<string, boolean>();
  readonly #alike = new Map<string, number>();
  /** What was said first, if a text that repeats it is of runs that ended otherwise. */
  readonly #mixed = new Set<string>();
  /** The lines of artifacts, up to their first colon. */
  readonly #lines = new Set<string>();

  /** @param items all items that may be packed; how often a speaker says the same is counted among them */
  constructor(items: readonly I[]) {
    this.#items = items;
  }

  /** Whether the item repeats an earlier one; if not, later items are compared with it too. */
  isRepeat(item: I): boolean {
    if (item.kind === 'artifact' && this.#isHeaded(item)) return true;
    const pairs = pairsOf(item);
    const first = this.#same.repeated(pairs, item) ?? this.#saidBefore(item, pairs);
    if (first === undefined) return false;
    this.#alike.set(first.id, (this.#alike.get(first.id) ?? 0) + 1);
    if ((first.outcome ?? null) !== (item.outcome ?? null)) this.#mixed.add(first.id);
    return true;
  }

  /** How many items repeat this one. */
  alike({ id }: I): number {
    return this.#alike.get(id) ?? 0;
  }

  /** The item, said to be of runs that ended differently if those of its repeats did. */
  withOutcome(item: I): I {
    return this.#mixed.has(item.id) ? { ...item, outcome: 'mixed' } : item;
  }

  /** Whether a line of an earlier artifact says what this one is headed with; if not, its own lines count too. */
  #isHeaded({ text }: I): boolean {
    const [headline = '', ...lines] = text.split('\n');
    if (this.#lines.has(headline.slice(headline.indexOf(': ') + 2))) return true;
    for (const line of lines) if (line.includes(': ')) this.#lines.add(line.slice(0, line.indexOf(': ')));
    return false;
  }

  #saidBefore(item: I, pairs: WordPairs): I | undefined {
    const { kind, speaker, sessionId } = item;
    if (kind !== 'memory' || speaker === null || pairs.words < SHORTEST) return undefined;
    let said = this.#saidBy.get(speaker);
    if (said === undefined) this.#saidBy.set(speaker, (said = new NearDuplicates<I>({ numbersMatter: false })));
    const first = said.repeated(pairs, item);
    return first === undefined || first.sessionId === sessionId || !this.#isFlood(first) ? undefined : first;
  }

  #isFlood(first: I): boolean {
    let isFlood = this.#floods.get(first.id);
    if (isFlood === undefined) {
      const { pairsWithoutNumbers } = pairsOf(first);
      const again = this.#items.filter(
        (item) =>
          item.kind === 'memory' &&
          item.speaker === first.speaker &&
          saysTheSame(pairsOf(item).pairsWithoutNumbers, pairsWithoutNumbers),
      );
      this.#floods.set(first.id, (isFlood = again.length > MOST_NUMBERS));
    }
    return isFlood;
  }
}

const pairsOf = (item: PackItem): WordPairs => item.wordPairs?.() ?? comparedPairs(item);

/** An error that a program met (`finding-memories` of the learn-compiler). */
const FAILED = ' failed: ';
const DURATION =
  /(?<![\p{L}\p{N}.,])\d+(?:[.,]\d+)? ?(?:ms|msecs?|milliseconds?|[µu]s|s|secs?|seconds?)(?![\p{L}\p{N}])/giu;

/**
 * What repeats are found by. Evidence is worded alike in all artifacts, so it does not count; nor does after how many seconds the
 * same error came.
 */
export const comparedPairs = ({ kind, text }: Pick<PackItem, 'kind' | 'text'>): WordPairs =>
  wordPairsOf(
    kind === 'artifact'
      ? withoutExplanations(text)
      : text.includes(FAILED)
        ? text.replace(DURATION, 'some time')
        : text,
  );
