import { passes } from '@strata/policy/filter';
import type { VisibleFilters } from '../synthesis/search-index.ts';
import type { CopiedEntry } from './copied-entry.ts';
import type { IndexCopy } from './index-copy.ts';

const IS_THERE = 1;
const PASSES = 2;
const IS_OF_USERS = 4;

/** Counts of the visible entries of one agent, or of all; `present` counts the hidden ones, too. */
export interface VisibleCounts {
  present: number;
  memories: number;
  memoryTerms: number;
  artifacts: number;
  artifactTerms: number;
}

/** Which entries of a copy pass some filters, worked out once for all requests with the same filters. */
export class VisibleEntries {
  readonly #copy: IndexCopy;
  readonly #marks: Uint8Array;
  #newestFirst: readonly number[] | undefined;
  readonly #counts = new Map<string | null, VisibleCounts>();

  constructor(copy: IndexCopy, { memory, artifact, users = [''] }: VisibleFilters) {
    this.#copy = copy;
    this.#marks = new Uint8Array(copy.length);
    for (const number of copy.numbers()) {
      const entry = copy.at(number);
      if (entry === undefined) continue;
      const isOfUsers = users.includes(entry.userId ?? '') ? IS_OF_USERS : 0;
      const isVisible = passes(entry.kind === 'memory' ? memory : artifact, entry);
      this.#marks[number] = IS_THERE | (isVisible ? PASSES | isOfUsers : 0);
    }
  }

  /** Whether an entry was there when this was worked out, visible or not. */
  isThere(number: number): boolean {
    return this.#isMarked(number, IS_THERE);
  }

  /** Whether an entry passes the filters. */
  has(number: number): boolean {
    return this.#isMarked(number, PASSES);
  }

  /** Whether it also is about one of the end users of the filters, or has no end user. */
  hasOfUsers(number: number): boolean {
    return this.#isMarked(number, IS_OF_USERS);
  }

  /** Those of the end users of the filters, the most recent first. */
  newestFirst(): readonly number[] {
    return (this.#newestFirst ??= this.#numbers(IS_OF_USERS).sort((a, b) =>
      byNewest(this.#copy.at(a)?.candidate, this.#copy.at(b)?.candidate),
    ));
  }

  /** Counts of those that are about the end users of the filters, or have none. `agentId`: null for all agents. */
  counts(agentId: string | null): VisibleCounts {
    const known = this.#counts.get(agentId);
    if (known !== undefined) return known;
    const counts = { present: 0, memories: 0, memoryTerms: 0, artifacts: 0, artifactTerms: 0 };
    for (const number of this.#numbers(IS_THERE)) {
      const entry = this.#copy.at(number);
      if (entry === undefined || (agentId !== null && entry.agentId !== agentId)) continue;
      counts.present++;
      if (this.hasOfUsers(number)) count(counts, entry);
    }
    this.#counts.set(agentId, counts);
    return counts;
  }

  #isMarked(number: number, mark: number): boolean {
    return ((this.#marks[number] ?? 0) & mark) !== 0;
  }

  #numbers(mark: number): number[] {
    const numbers: number[] = [];
    for (let number = 0; number < this.#marks.length; number++) if (this.#isMarked(number, mark)) numbers.push(number);
    return numbers;
  }
}

function count(counts: VisibleCounts, { kind, candidate: { length } }: CopiedEntry): void {
  if (kind === 'memory') {
    counts.memories++;
    counts.memoryTerms += length;
  } else {
    counts.artifacts++;
    counts.artifactTerms += length;
  }
}

interface Placed {
  readonly id: string;
  readonly occurredAt: number;
  readonly position: number | null;
}

/** As the index orders rows: entries of one moment by position, those without one first, then by id. */
function byNewest(a: Placed | undefined, b: Placed | undefined): number {
  if (a === undefined || b === undefined) return 0;
  return b.occurredAt - a.occurredAt || compare(b.position ?? Infinity, a.position ?? Infinity) || compare(a.id, b.id);
}

const compare = <T extends number | string>(a: T, b: T): number => (a < b ? -1 : a > b ? 1 : 0);
