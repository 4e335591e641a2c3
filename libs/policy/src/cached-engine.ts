import type { PolicyEngine } from './policy-engine.ts';

/** What was confirmed less than this ago, in milliseconds, is used as it is. */
const FRESH_MS = 1_000;
/** From this age on it is confirmed in the background, so that whoever comes next need not wait. */
const REFRESH_MS = 500;
/** How long what was confirmed outlives an enterprise-org that does not answer. */
const KEPT_MS = 10_000;
/** How often news may come between a caller and the answer; the next answer is younger than the caller, and is taken. */
const MOST_OVERTAKEN = 3;

/** A engine as of one version of the facts. */
export interface PolicySnapshot {
  readonly version: string;
  readonly engine: PolicyEngine;
  /** How many facts it was made of. */
  readonly size: number;
}

/** Tells the edition that holds now: `known` itself if it still does. */
export type ReadSnapshot = (known: PolicySnapshot | undefined) => Promise<PolicySnapshot>;

/** One look at the facts. What it tells is as old as its beginning. */
interface Refresh {
  readonly begunAt: number;
  /** Undefined when no answer was had. Never rejects. */
  readonly answer: Promise<PolicySnapshot | undefined>;
  /** The facts changed while it was under way: its answer confirms nothing. */
  isOvertaken: boolean;
}

/** One tenant's engine, and until when it may be used. `now` is of a clock that never jumps. */
export class CachedEngine {
  readonly #read: ReadSnapshot;
  readonly #now: () => number;
  #edition: PolicySnapshot | undefined;
  #confirmedAt = Number.NEGATIVE_INFINITY;
  #failedAt = Number.NEGATIVE_INFINITY;
  #question: Refresh | undefined;

  constructor(read: ReadSnapshot, now: () => number) {
    this.#read = read;
    this.#now = now;
  }

  get size(): number {
    return this.#edition?.size ?? 0;
  }

  /** @returns undefined when nothing may be decided now. */
  async current(): Promise<PolicyEngine | undefined> {
    for (let overtaken = 0; ; overtaken += 1) {
      const usable = this.#usable();
      if (usable !== undefined) return usable.engine;
      const question = this.#underWay() ?? this.#ask();
      const answer = await question.answer;
      if (!question.isOvertaken) return (answer ?? this.#kept())?.engine;
      if (overtaken === MOST_OVERTAKEN) return answer?.engine;
    }
  }

  /** The facts changed: nothing is decided by what is known before it is confirmed. */
  invalidate(): void {
    this.#confirmedAt = Number.NEGATIVE_INFINITY;
    if (this.#question !== undefined) this.#question.isOvertaken = true;
    this.#question = undefined;
  }

  /** What needs no waiting: confirmed just now or, where nobody answered just now, lately. */
  #usable(): PolicySnapshot | undefined {
    const age = this.#now() - this.#confirmedAt;
    const isUsable = age < FRESH_MS || this.#now() - this.#failedAt < FRESH_MS;
    if (!isUsable || this.#kept() === undefined) return undefined;
    if (age >= REFRESH_MS && this.#question === undefined) this.#ask();
    return this.#edition;
  }

  #kept(): PolicySnapshot | undefined {
    return this.#now() - this.#confirmedAt <= KEPT_MS ? this.#edition : undefined;
  }

  /** Nobody waits for a question whose answer will be too old for them. */
  #underWay(): Refresh | undefined {
    const question = this.#question;
    return question !== undefined && this.#now() - question.begunAt < FRESH_MS ? question : undefined;
  }

  #ask(): Refresh {
    const begunAt = this.#now();
    const settle = (edition: PolicySnapshot | undefined): PolicySnapshot | undefined => {
      // Overtaken by news, or by a younger question.
      if (this.#question !== question) return edition;
      this.#question = undefined;
      if (edition === undefined) {
        this.#failedAt = this.#now();
        return undefined;
      }
      this.#edition = edition;
      this.#confirmedAt = begunAt;
      this.#failedAt = Number.NEGATIVE_INFINITY;
      return edition;
    };
    const answer = this.#read(this.#edition).then(settle, () => settle(undefined));
    const question: Refresh = { begunAt, answer, isOvertaken: false };
    this.#question = question;
    return question;
  }
}
