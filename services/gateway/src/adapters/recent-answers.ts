import { LRUCache } from 'lru-cache';

const MAX_ANSWERS = 50_000;
/** With the time of a look-up, below the second in which a change must be felt. */
const TTL_MS = 800;

/** Answers to questions that many requests ask again and again, remembered for less than a second. */
export class RecentAnswers<Answer> {
  readonly #answers: LRUCache<string, Promise<Answer>>;

  /** `ttlMs` counts from the question, so that it bounds how old an answer can be. */
  constructor(ttlMs = TTL_MS) {
    this.#answers = new LRUCache({ max: MAX_ANSWERS, ttl: ttlMs });
  }

  /** Asks once, however many want to know at the same time. Errors: those of `ask`, which are not remembered. */
  get(key: string, ask: () => Promise<Answer>): Promise<Answer> {
    const known = this.#answers.get(key);
    if (known !== undefined) return known;
    const asked = ask();
    this.#answers.set(key, asked);
    asked.catch(() => {
      if (this.#answers.peek(key) === asked) this.#answers.delete(key);
    });
    return asked;
  }

  /** The next `get` asks, also when somebody is asking now. */
  forget(key: string): void {
    this.#answers.delete(key);
  }
}
