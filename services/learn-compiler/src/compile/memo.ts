interface Held {
  readonly inputs: readonly unknown[];
  readonly value: unknown;
}

/** A list with the places of the items that passed a test. */
interface Filtered<Item> {
  readonly items: readonly Item[];
  readonly passed: readonly number[];
}

/**
 * Results of pure work, kept from one compilation to the next. The work is done again only if one of its inputs is another
 * one; objects count as the same only by identity. What sessions, roles and events are built of keeps its identity while
 * its content is the same, so work that names as inputs the sessions that it reads is done again only if these change.
 */
export class Memo {
  #held = new Map<string, Held>();
  #used = new Map<string, Held>();

  /** The result of `work` on `inputs`, which must be all that it depends on. `name` is unique among all works of a scope. */
  once<Result>(name: string, inputs: readonly unknown[], work: () => Result): Result {
    const held = this.#used.get(name) ?? this.#held.get(name);
    const kept: Held = held !== undefined && areSame(held.inputs, inputs) ? held : { inputs, value: work() };
    this.#used.set(name, kept);
    return kept.value as Result;
  }

  /**
   * The items that pass the test, which must depend on nothing but the item. Items up to the first one that differs from the
   * last list are not tested again: what is new mostly comes last.
   */
  filter<Item>(name: string, items: readonly Item[], test: (item: Item) => boolean): Item[] {
    const last = (this.#used.get(name) ?? this.#held.get(name))?.value as Filtered<Item> | undefined;
    const differs = last === undefined ? 0 : items.findIndex((item, at) => item !== last.items[at]);
    const same = differs < 0 ? items.length : differs;
    const passed = last?.passed.filter((at) => at < same) ?? [];
    for (const [at, item] of items.slice(same).entries()) if (test(item)) passed.push(same + at);
    this.#used.set(name, { inputs: [], value: { items, passed } });
    return passed.map((at) => items[at] as Item);
  }

  /** Ends a compilation: forgets the results that it did not use. */
  endRound(): void {
    this.#held = this.#used;
    this.#used = new Map();
  }
}

const areSame = (a: readonly unknown[], b: readonly unknown[]): boolean =>
  a.length === b.length && a.every((value, at) => Object.is(value, b[at]));
