/** Vectors can be compared only if all three are the same. */
export interface EmbeddingModel {
  readonly provider: string;
  readonly model: string;
  readonly dimensions: number;
}

/** Makes vectors of texts. */
export interface Embedder extends EmbeddingModel {
  /**
   * One vector per text, in order. Throws `TextRejected` if the provider rejects one of the texts; any other error may be
   * temporary.
   */
  embed(texts: readonly string[], timeoutMs: number): Promise<readonly (readonly number[])[]>;
}

/** The provider rejects a text, and would again. */
export class TextRejected extends Error {
  override readonly name = 'TextRejected';
}
