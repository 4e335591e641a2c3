import type { RankDocument } from '../rank/document.ts';

/** An indexed text as ranking sees it, with what it costs in a pack. */
export interface IndexedText extends RankDocument {
  /** From `sectionTokens`. */
  readonly tokens: number;
}

/** Everything the index keeps of one memory or artifact, worked out before it is written. */
export interface Entry {
  readonly text: IndexedText;
  readonly revision: number;
  /** The memory's kind or the artifact's type. */
  readonly subtype: string;
  readonly agentId: string | null;
  readonly namespaceId: string | null;
  readonly tags: readonly string[];
  /** What the reader gets: a memory's words, an artifact rendered. */
  readonly body: string;
  /** Terms that lead to the entry beside its own: the speaker's name. */
  readonly nameTerms: readonly string[];
  /** The memories that an artifact was compiled from, distinct; none of a memory. */
  readonly sourceMemories: readonly string[];
}
