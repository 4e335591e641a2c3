import { LANES, type Lane } from '@strata/contracts/schemas/synthesis';

/**
 * The share of the budget that a lane may use while later lanes want the rest. What a lane leaves, the next may use.
 * Fixes may use most of a small budget, since half of a recovery helps nobody.
 */
const SHARES: Readonly<Record<Lane, number>> = { instruction: 0.15, guide: 0.4, fix: 0.4, evidence: 1 };

/** An item of a lane with its cost in tokens. */
interface Costed {
  readonly lane: Lane;
  readonly tokens: number;
}

/** Decides how many tokens each lane may use. Lanes are asked for in the order of `LANES`. */
export class LaneBudget {
  readonly #maxTokens: number;
  readonly #wanted = new Map<Lane, number>();
  /** What the lanes so far could have used beyond what they did. */
  #carried = 0;

  constructor(items: readonly Costed[], maxTokens: number) {
    this.#maxTokens = maxTokens;
    for (const { lane, tokens } of items) this.#wanted.set(lane, (this.#wanted.get(lane) ?? 0) + tokens);
  }

  /** The tokens that a lane may use, with `left` tokens of the budget: its share, what is carried over, and what no later lane wants. */
  allowance(lane: Lane, left: number): number {
    const share = SHARES[lane] * this.#maxTokens + this.#carried;
    return Math.min(left, Math.max(share, left - this.#wantedAfter(lane)));
  }

  /** Notes what a lane used. */
  spend(lane: Lane, used: number): void {
    this.#carried = Math.max(0, this.#carried + SHARES[lane] * this.#maxTokens - used);
  }

  #wantedAfter(lane: Lane): number {
    return LANES.slice(LANES.indexOf(lane) + 1).reduce((sum, later) => sum + (this.#wanted.get(later) ?? 0), 0);
  }
}
