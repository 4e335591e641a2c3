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
  /** By the day and session, then by the position. */
  readonly #byTurn = new Map<string, Map<number, Run<I>>>();

  /** The run that the item would join; undefined if it starts one. */
  near(item: I): Run<I> | undefined {
    return isPlaced(item) ? nearIn(this.#byTurn.get(placeOf(item)), item.position) : undefined;
  }

  add(item: I, date: string | null): void {
    if (!isPlaced(item)) {
      this.all.push({ date, items: [item] });
      return;
    }
    const place = placeOf(item);
    let runs = this.#byTurn.get(place);
    if (runs === undefined) this.#byTurn.set(place, (runs = new Map<number, Run<I>>()));
    let run = nearIn(runs, item.position);
    if (run === undefined) this.all.push((run = { date, items: [] }));
    run.items.push(item);
    runs.set(item.position, run);
  }
}

/** The run of one place that has a turn close to a position. */
function nearIn<I extends PackItem>(
  runs: ReadonlyMap<number, Run<I>> | undefined,
  position: number,
): Run<I> | undefined {
  if (runs === undefined) return undefined;
  for (let step = 1; step <= GAP; step++) {
    const run = runs.get(position - step) ?? runs.get(position + step);
    if (run !== undefined) return run;
  }
  return undefined;
}

/** What no longer holds stands by itself, behind what replaced it. */
const isPlaced = <I extends PackItem>(item: I): item is I & { readonly position: number } =>
  item.position !== null && item.replaced === undefined;

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
