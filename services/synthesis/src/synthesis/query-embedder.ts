/** Turns a query into a vector, within a strict bound of time. */
export interface QueryEmbedder {
  /** @returns null when there is no vector in time: the search then goes by words alone. Never rejects. */
  embedQuery(query: string): Promise<readonly number[] | null>;
}
