import type { PackItem } from './pack-item.ts';
import { dateLabel } from './render-memory.ts';

/** Turns of one session and day up to this many places apart read as one exchange. */
const GAP = 2;

/** Turns that stand together under one date, or a single item. */
export interface Run<I extends PackItem> {
  /** Null for artifacts, which are of no day. */
  readonly date: string | null;
  readonly items: I[];
}

/** Gathers packed items into runs; a run stands where its first, and best, item was put. */
export class Runs<I extends PackItem> {
  readonly all: Run<I>[] = [];
  readonly #byPlace = new Map<string, Run<I>>();

  /** The run that the item would join, if there is one. */
  near(item: I): Run<I> | undefined {
    if (item.position === null) return undefined;
    for (let step = 1; step <= GAP; step++) {
      const run = this.#byPlace.get(place(item, -step)) ?? this.#byPlace.get(place(item, step));
      if (run !== undefined) return run;
    }
    return undefined;
  }

  add(item: I, date: string | null): void {
    let run = this.near(item);
    if (run === undefined) this.all.push((run = { date, items: [] }));
    run.items.push(item);
    if (item.position !== null) this.#byPlace.set(place(item, 0), run);
  }
}

function place({ sessionId, position, occurredAt }: PackItem, step: number): string {
  return `${String((position ?? 0) + step)} ${dateLabel(occurredAt)} ${sessionId ?? ''}`;
}
