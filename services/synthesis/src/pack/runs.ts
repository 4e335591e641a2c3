import type { PackItem } from './pack-item.ts';
import { dateLabel } from './render-memory.ts';

/** Turns of one session and day are one exchange if their positions differ by at most this. */
const GAP = 2;

/** Turns that are shown together under one date, best first, or a single item. */
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
    // What no longer holds stands by itself, behind what replaced it.
    if (item.position === null || item.replaced !== undefined) return undefined;
    const place = placeOf(item);
    for (let step = 1; step <= GAP; step++) {
      const run = this.#byTurn.get(turnKey(item, -step, place)) ?? this.#byTurn.get(turnKey(item, step, place));
      if (run !== undefined) return run;
    }
    return undefined;
  }

  add(item: I, date: string | null): void {
    let run = this.near(item);
    if (run === undefined) this.all.push((run = { date, items: [] }));
    run.items.push(item);
    if (item.position !== null && item.replaced === undefined) this.#byTurn.set(turnKey(item, 0, placeOf(item)), run);
  }
}

/**
 * The items of a run as they are read: from the best one on in the order of the conversation, then what was said before. A
 * question that the best one answers stands before it, and so does the beginning of its message.
 */
export function asRead<I extends PackItem>({ items }: Run<I>): I[] {
  const inOrder = items.toSorted((a, b) => (a.position ?? 0) - (b.position ?? 0));
  let start = items[0] === undefined ? 0 : inOrder.indexOf(items[0]);
  while (leadsTo(inOrder[start - 1], inOrder[start])) start--;
  return [...inOrder.slice(start), ...inOrder.slice(0, start)];
}

const leadsTo = (before: PackItem | undefined, item: PackItem | undefined): boolean =>
  before !== undefined &&
  (before.position ?? 0) + 1 === item?.position &&
  (item.part > 0 || (before.asks && !item.asks));

/** The day and session of a turn. */
const placeOf = ({ sessionId, occurredAt }: PackItem): string => `${dateLabel(occurredAt)} ${sessionId ?? ''}`;

const turnKey = ({ position }: PackItem, step: number, place: string): string =>
  `${String((position ?? 0) + step)} ${place}`;
