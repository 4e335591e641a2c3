/** A closed sequence: it occurs, with gaps, in all `rows`, and no longer sequence does. */
export interface ClosedSequence {
  items: number[];
  /** Indices of the sequences that contain it, ascending. */
  rows: number[];
}

export interface MiningLimits {
  minSupport: number;
  maxLength: number;
  maxPatterns: number;
  /** Number of visited items after which mining stops with its present results. */
  maxWork: number;
}

interface Projection {
  row: number;
  /** Positions of the leftmost match of each item of the prefix. */
  first: number[];
}

function lastIndexBefore(sequence: readonly number[], item: number, before: number): number {
  for (let at = before - 1; at >= 0; at--) if (sequence[at] === item) return at;
  return -1;
}

/**
 * Closed sequential patterns by prefix growth with two-way closure checks and back-scan pruning
 * (J. Wang and J. Han, "BIDE: efficient mining of frequent closed sequences", ICDE 2004).
 * Deterministic: items are grown in order of support, then of number.
 */
class Miner {
  readonly found: ClosedSequence[] = [];
  private work = 0;
  private share = 1;
  private readonly sequences: readonly (readonly number[])[];
  private readonly limits: MiningLimits;

  constructor(sequences: readonly (readonly number[])[], limits: MiningLimits) {
    this.sequences = sequences;
    this.limits = limits;
  }

  mine(): void {
    const all = this.sequences.map((_, row) => ({ row, first: [] }));
    const roots = this.extensions(all);
    roots.forEach(([item, projections], at) => {
      // Each first item has its share of the limits, plus what earlier ones left over.
      this.share = (at + 1) / roots.length;
      this.grow([item], projections);
    });
  }

  private spent(): boolean {
    return this.work > this.share * this.limits.maxWork || this.found.length >= this.share * this.limits.maxPatterns;
  }

  /** Frequent items after the prefix with the projections that each leads to, most frequent first. */
  private extensions(projections: readonly Projection[]): [number, Projection[]][] {
    const byItem = new Map<number, Projection[]>();
    for (const { row, first } of projections) {
      const sequence = this.sequences[row] ?? [];
      const seen = new Set<number>();
      for (let at = (first.at(-1) ?? -1) + 1; at < sequence.length; at++) {
        this.work++;
        const item = sequence[at] ?? -1;
        if (seen.has(item)) continue;
        seen.add(item);
        const list = byItem.get(item);
        const next = { row, first: [...first, at] };
        if (list === undefined) byItem.set(item, [next]);
        else list.push(next);
      }
    }
    return [...byItem]
      .filter(([, list]) => list.length >= this.limits.minSupport)
      .sort((a, b) => b[1].length - a[1].length || a[0] - b[0]);
  }

  private grow(items: number[], projections: Projection[]): void {
    if (this.spent() || this.periodsShareItem(items, projections, 'first')) return;
    const extensions = items.length < this.limits.maxLength ? this.extensions(projections) : [];
    const extendable = extensions.some(([, list]) => list.length === projections.length);
    if (!extendable && !this.periodsShareItem(items, projections, 'last'))
      this.found.push({ items, rows: projections.map(({ row }) => row) });
    for (const [item, list] of extensions) this.grow([...items, item], list);
  }

  /**
   * Whether an item could be inserted before one of the prefix's items in every row: within the semi-maximum periods
   * (`first`: every closed sequence below the prefix is found elsewhere) or the maximum periods (`last`).
   */
  private periodsShareItem(
    items: readonly number[],
    projections: readonly Projection[],
    end: 'first' | 'last',
  ): boolean {
    const lasts = projections.map(({ row, first }) => {
      const sequence = this.sequences[row] ?? [];
      const positions = new Array<number>(items.length).fill(0);
      let before = end === 'first' ? (first.at(-1) ?? 0) + 1 : sequence.length;
      for (let i = items.length - 1; i >= 0; i--) {
        before = lastIndexBefore(sequence, items[i] ?? -1, before);
        positions[i] = before;
      }
      this.work += sequence.length;
      return positions;
    });
    for (let i = 0; i < items.length; i++) {
      let shared: Set<number> | null = null;
      for (const [at, { row, first }] of projections.entries()) {
        const sequence = this.sequences[row] ?? [];
        const period = sequence.slice(i === 0 ? 0 : (first[i - 1] ?? 0) + 1, Math.max(0, lasts[at]?.[i] ?? 0));
        this.work += period.length + 1;
        const own = new Set(period);
        const kept: Set<number> = shared === null ? own : new Set([...shared].filter((item) => own.has(item)));
        shared = kept;
        if (kept.size === 0) break;
      }
      if (shared !== null && shared.size > 0) return true;
    }
    return false;
  }
}

/** Mines closed sequential patterns of the sequences within the limits. */
export function mineClosedSequences(sequences: readonly (readonly number[])[], limits: MiningLimits): ClosedSequence[] {
  const miner = new Miner(sequences, limits);
  miner.mine();
  return miner.found;
}
