import { LRUCache } from 'lru-cache';

const MAX_ANSWERS = 50_000;
/** With the time of a look-up, below the second in which a change must be felt, also where the news of it is never heard. */
const TTL_MS = 800;

/** One look-up. What it tells is as old as its beginning. */
interface Question<Answer> {
  readonly begunAt: number;
  readonly answer: Promise<Answer>;
  isForgotten: boolean;
}

/** Answers to questions that many requests ask again and again, remembered for less than a second. */
export class RecentAnswers<Answer> {
  readonly #ttlMs: number;
  readonly #now: () => number;
  readonly #questions = new LRUCache<string, Question<Answer>>({ max: MAX_ANSWERS });

  /** `ttlMs` counts from the question, so that it bounds how old an answer can be. `now` is of a clock that never jumps. */
  constructor(ttlMs = TTL_MS, now: () => number = () => performance.now()) {
    this.#ttlMs = ttlMs;
    this.#now = now;
  }

  /** Asks once, however many want to know at the same time. Errors: those of `ask`, which are not remembered. */
  async get(key: string, ask: () => Promise<Answer>): Promise<Answer> {
    for (;;) {
      const question = this.#fresh(key) ?? this.#begin(key, ask);
      const answer = await question.answer;
      if (!question.isForgotten) return answer;
    }
  }

  /** Whoever asks, or waits, from now on gets what is answered from now on. */
  forget(key: string): void {
    const question = this.#questions.get(key);
    if (question !== undefined) question.isForgotten = true;
    this.#questions.delete(key);
  }

  #fresh(key: string): Question<Answer> | undefined {
    const question = this.#questions.get(key);
    return question !== undefined && this.#now() - question.begunAt < this.#ttlMs ? question : undefined;
  }

  #begin(key: string, ask: () => Promise<Answer>): Question<Answer> {
    const question: Question<Answer> = { begunAt: this.#now(), answer: ask(), isForgotten: false };
    this.#questions.set(key, question);
    question.answer.catch(() => {
      if (this.#questions.peek(key) === question) this.#questions.delete(key);
    });
    return question;
  }
}
