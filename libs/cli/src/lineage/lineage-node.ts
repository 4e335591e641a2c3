/** A memory, an artifact or an event, with what it was compiled from. */
export interface LineageNode {
  readonly id: string;
  readonly kind: 'memory' | 'artifact' | 'event' | 'gone';
  /** What it says, cut if it is long. */
  readonly text: string;
  /** When it was said, done or compiled. ISO 8601 in UTC. */
  readonly at?: string;
  /** Who said or did it, and about whom. */
  readonly by?: string;
  readonly sessionId?: string;
  /** Of an event: `ok` or `failed`, if it says so. */
  readonly outcome?: string;
  /** The other facts about it, for people. */
  readonly facts?: readonly string[];
  /** What it was compiled from, the first of them. */
  readonly sources?: readonly LineageNode[];
  /** How many sources are not shown. */
  readonly moreSources?: number;
  /** Of a memory: the artifacts that rest on it, among the newest. */
  readonly usedIn?: readonly { readonly id: string; readonly title: string }[];
}
