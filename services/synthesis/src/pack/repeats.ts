import { words } from '../text/words.ts';
import { NearDuplicates, type TextInWords } from './near-duplicates.ts';
import type { PackItem } from './pack-item.ts';

/** Shorter texts are alike by chance: "It is 17". */
const SHORTEST = 6;

/**
 * Finds items that add nothing to one before them, and counts them:
 *
 * - a text that says the same, numbers and identifiers included;
 * - what a speaker says again in another session with other numbers ("Update 17: …"), so that one person who repeats a
 *   claim gets one section. Texts of one session that differ in a number say different things, and so do findings.
 */
export class Repeats<I extends PackItem> {
  readonly #same = new NearDuplicates<I>({ numbersMatter: true });
  readonly #saidBy = new Map<string, NearDuplicates<I>>();
  readonly #alike = new Map<string, number>();

  /** Whether the item repeats an earlier one; if not, later items are compared with it too. */
  isRepeat(item: I): boolean {
    const text = { text: item.text, words: words(item.text) };
    const first = this.#same.repeated(text, item) ?? this.#saidBefore(item, text);
    if (first === undefined) return false;
    this.#alike.set(first.id, (this.#alike.get(first.id) ?? 0) + 1);
    return true;
  }

  /** How many items repeat this one. */
  alike({ id }: I): number {
    return this.#alike.get(id) ?? 0;
  }

  #saidBefore(item: I, text: TextInWords): I | undefined {
    const { kind, speaker, sessionId } = item;
    if (kind !== 'memory' || speaker === null || text.words.length < SHORTEST) return undefined;
    let said = this.#saidBy.get(speaker);
    if (said === undefined) this.#saidBy.set(speaker, (said = new NearDuplicates<I>({ numbersMatter: false })));
    const first = said.repeated(text, item);
    return first?.sessionId === sessionId ? undefined : first;
  }
}
