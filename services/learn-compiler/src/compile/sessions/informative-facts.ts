import { Counts } from './counts.ts';
import { LearnedSet } from './learned-set.ts';
import type { Act } from './session.ts';

const MAX_VALUES = 8;
const NEARLY_ALWAYS = 0.9;

/** The field of a step's result that a fact is about. */
const fieldOf = (symbol: string, fact: string): string => `${symbol}\n${fact.slice(0, fact.indexOf('='))}`;

/**
 * Learns which facts distinguish situations: fields with few values (a status, a class), of which none is nearly always the
 * same. Names, places and constants do not.
 */
export class InformativeFacts {
  readonly #fields = new LearnedSet();
  readonly #values = new Map<string, Counts>();

  /** Adds the acts of a session, or takes them out again (`by` is 1 or -1). */
  add(acts: readonly Act[], by: 1 | -1): void {
    const touched = new Set<string>();
    for (const { symbol, facts } of acts)
      for (const fact of facts) {
        const field = fieldOf(symbol, fact);
        let counts = this.#values.get(field);
        if (counts === undefined) this.#values.set(field, (counts = new Counts()));
        counts.add(fact, by);
        touched.add(field);
      }
    for (const field of touched) this.#decide(field);
  }

  /** The acts with only their informative facts. */
  keepIn(acts: readonly Act[]): Act[] {
    return acts.map((act) => {
      const facts = act.facts.filter((fact) => this.#fields.has(fieldOf(act.symbol, fact)));
      return facts.length === act.facts.length ? act : { ...act, facts };
    });
  }

  /** Whether acts have a fact of one of these fields. */
  static mention(acts: readonly Act[], fields: ReadonlySet<string>): boolean {
    return fields.size > 0 && acts.some(({ symbol, facts }) => facts.some((fact) => fields.has(fieldOf(symbol, fact))));
  }

  /** The fields that became informative or stopped being so since the last call. */
  takeMoved(): ReadonlySet<string> {
    return this.#fields.takeMoved();
  }

  #decide(field: string): void {
    const counts = this.#values.get(field);
    if (counts === undefined || counts.size === 0) {
      this.#values.delete(field);
      this.#fields.decide(field, false);
      return;
    }
    if (counts.size > MAX_VALUES) {
      this.#fields.decide(field, false);
      return;
    }
    const times = [...counts.values()];
    const total = times.reduce((sum, n) => sum + n, 0);
    this.#fields.decide(field, total >= 2 * counts.size && Math.max(...times) < NEARLY_ALWAYS * total);
  }
}
