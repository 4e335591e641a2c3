/** How much a new time counts: after five of them, the times before count a third. */
const WEIGHT = 0.2;
/** Shorter times are equal: they say more about the clock. */
const SHORTEST_MS = 0.1;

/**
 * The usual time of each route: of requests that were alone in their class. A mean of logarithms, so that one slow request
 * counts little.
 */
export class UsualTimes {
  readonly #logarithms = new Map<string, number>();

  /** Takes in the time of a request that was alone. */
  learn(route: string, ms: number): void {
    const time = logarithmOf(ms);
    const usual = this.#logarithms.get(route) ?? time;
    this.#logarithms.set(route, usual + WEIGHT * (time - usual));
  }

  /** The usual time of a route in milliseconds; undefined while none is known. */
  of(route: string): number | undefined {
    const usual = this.#logarithms.get(route);
    return usual === undefined ? undefined : Math.exp(usual);
  }
}

const logarithmOf = (ms: number): number => Math.log(Math.max(SHORTEST_MS, ms));
