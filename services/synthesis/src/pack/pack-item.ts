import type { ExclusionReason, Lane, SectionOutcome } from '@strata/contracts/schemas/synthesis';
import type { WordPairs } from './word-pairs.ts';

/** A ranked document ready to be packed. */
export interface PackItem {
  readonly id: string;
  readonly kind: 'memory' | 'artifact';
  /** Where it stands in the pack, and whose share of the budget it uses. */
  readonly lane: Lane;
  /** A memory's content, or an artifact's rendered text (`renderArtifact`). */
  readonly text: string;
  /** Returns the `comparedPairs` of the item, where they are kept with the text. */
  readonly wordPairs?: (() => WordPairs) | undefined;
  /** From `sectionTokens`, counted at index time. */
  readonly tokens: number;
  readonly speaker: string | null;
  /** Of a memory: in how many events it was said or found, and by how many people or programs; absent: one. */
  readonly times?: number | undefined;
  readonly voices?: number | undefined;
  /** Of a memory that no longer holds: since when (epoch milliseconds). */
  readonly replaced?: { readonly until: number } | undefined;
  readonly sessionId: string | null;
  readonly position: number | null;
  /** Which part of its message it is, from 0. */
  readonly part: number;
  /** It ends in a question. */
  readonly asks: boolean;
  /** Epoch milliseconds. */
  readonly occurredAt: number;
  /** As learned, 0 to 1. */
  readonly confidence: number;
  /** From feedback, -1 to 1; absent: none. */
  readonly balance?: number | undefined;
  /** How the runs ended in which it was said; null or absent: not known. */
  readonly outcome?: SectionOutcome | null;
  /** From the ranking; 0 without a query. */
  readonly score: number;
  /** False if it scores so low that it is about something else: better to leave it out than to fill the budget. */
  readonly isRelevant: boolean;
}

/** One section of a context pack. */
export interface PackedSection<I extends PackItem = PackItem> {
  readonly item: I;
  /** Without the warning of a failed run (`withWarning`). */
  readonly content: string;
}

export interface Excluded {
  readonly id: string;
  readonly kind: PackItem['kind'];
  readonly reason: ExclusionReason;
}

export interface ContextPack<I extends PackItem = PackItem> {
  readonly sections: readonly PackedSection<I>[];
  /** o200k tokens of what the sections show, joined by newlines. */
  readonly totalTokens: number;
  /** Lane by lane in rank order, at most 100. */
  readonly excluded: readonly Excluded[];
}
