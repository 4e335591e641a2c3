import type { PackItem } from './pack-item.ts';
import { dateLabel } from './render-memory.ts';

/** Turns of one session and day are one exchange if their positions differ by at most this. */
const GAP = 2;

/** Turns that are shown together under one date, or a single item. */
export interface Run<I extends PackItem> {
  /** Null for artifacts. */
  readonly date: string | null;
  readonly items: I[];
}

/** Gathers packed items into runs. A run is placed by its first, and best, item. */
export class Runs<I extends PackItem> {
  readonly all: Run<I>[] = [];
  readonly #byTurn = new Map<string, Run<I>>();

  /** The run that the item would join; undefined if it starts one. */
  near(item: I): Run<I> | undefined {
    if (item.position === null) return undefined;
    for (let step = 1; step <= GAP; step++) {
      const run = this.#byTurn.get(turnKey(item, -step)) ?? this.#byTurn.get(turnKey(item, step));
      if (run !== undefined) return run;
    }
    return undefined;
  }

  add(item: I, date: string | null): void {
    let run = this.near(item);
    if (run === undefined) this.all.push((run = { date, items: [] }));
    run.items.push(item);
    if (item.position !== null) this.#byTurn.set(turnKey(item, 0), run);
  }
}

function turnKey({ sessionId, position, occurredAt }: PackItem, step: number): string {
  return `${String((position ?? 0) + step)} ${dateLabel(occurredAt)} ${sessionId ?? ''}`;
}
