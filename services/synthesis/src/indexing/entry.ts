import type { RankDocument } from '../rank/document.ts';
import type { Instruction } from '../rank/instruction.ts';

/** An indexed text: what ranking reads, and its cost in a pack. */
export interface IndexedText extends RankDocument {
  /** From `sectionTokens`. */
  readonly tokens: number;
  /** The memory's kind or the artifact's type; null if it was indexed before this was kept. */
  readonly subtype: string | null;
  /** Of a memory that no longer holds: since when (epoch milliseconds), and the memory that holds since. */
  readonly replaced?: { readonly until: number; readonly by: string } | undefined;
  /** Of an artifact: the names of the changes that it is about. Absent if it is about no change. */
  readonly changes?: readonly string[];
  /** Of a side text, which is no memory and shown as an event: the event that says it. */
  readonly eventId?: string;
  /** Of a memory that says how all work is to be done. */
  readonly instruction?: Instruction;
}

/** Everything that the index stores of one memory or artifact. */
export interface Entry {
  readonly text: IndexedText;
  readonly revision: number;
  readonly agentId: string | null;
  readonly namespaceId: string | null;
  /** The end user whom it is about. */
  readonly userId: string | null;
  readonly tags: readonly string[];
  /** The text for the reader: a memory's words, an artifact rendered. */
  readonly body: string;
  /** Terms that find the entry beside its own: the speaker's name. */
  readonly nameTerms: readonly string[];
  /** Distinct ids of the memories that an artifact was compiled from; empty for a memory. */
  readonly sourceMemories: readonly string[];
  /** The sessions in which a memory was said, if they are several. */
  readonly sessions: readonly string[];
}
