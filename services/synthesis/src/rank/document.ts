/** One indexed text as the ranking sees it. Everything here is stored at index time: a query tokenizes no document. */
export interface RankDocument {
  readonly id: string;
  readonly kind: 'memory' | 'artifact';
  /** Search terms (`text/terms`), in order and with repetition. */
  readonly terms: readonly string[];
  /** Who said it, as captured; null for what nobody said. */
  readonly speaker: string | null;
  readonly sessionId: string | null;
  /** Place in the session, counting up by one from memory to memory. */
  readonly position: number | null;
  /** Epoch milliseconds. */
  readonly occurredAt: number;
  /** 0 to 1. */
  readonly importance: number;
  /** 0 to 1. */
  readonly confidence: number;
  /** From `text/traits`. */
  readonly asks: boolean;
  /** From `text/traits`. */
  readonly mentionsTime: boolean;
}

/** Figures of the population that a query searches (one tenant, environment and agent). */
export interface CorpusStatistics {
  readonly documents: number;
  /** Mean number of terms; artifacts are longer than memories, so each kind is measured against its own. */
  readonly averageLength: Readonly<Record<RankDocument['kind'], number>>;
  /** In how many documents each query term occurs; a term that is missing here occurs in none. */
  readonly documentFrequency: ReadonlyMap<string, number>;
}

export interface RankedDocument<D extends RankDocument = RankDocument> {
  readonly document: D;
  readonly score: number;
  /** What each ranking arm contributed to the score, and `total`. */
  readonly parts: Readonly<Record<string, number>>;
}
