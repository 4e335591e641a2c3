import { Counts } from './counts.ts';
import { LearnedSet } from './learned-set.ts';
import type { SessionReading } from './read-session.ts';

/** Learns which test runs only ever close sessions: such a run is a verdict, not an act of the agent. */
export class VerdictTests {
  readonly names = new LearnedSet();
  readonly #closing = new Counts();
  readonly #within = new Counts();

  /** Adds a session, or takes it out again (`by` is 1 or -1). */
  add({ closing, testsWithin }: SessionReading, by: 1 | -1): void {
    if (closing !== null) this.#closing.add(closing.name, by);
    for (const name of testsWithin) this.#within.add(name, by);
    for (const name of [...(closing === null ? [] : [closing.name]), ...testsWithin])
      this.names.decide(name, this.#closing.get(name) > 0 && this.#within.get(name) === 0);
  }
}
