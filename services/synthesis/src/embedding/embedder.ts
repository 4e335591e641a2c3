/** Makes vectors of texts. */
export interface Embedder {
  /** Vectors of different models cannot be compared. */
  readonly model: string;
  readonly dimensions: number;
  /**
   * One vector a text, in order.
   * @throws TextRefused when the provider will not take these texts; any other error may pass.
   */
  embed(texts: readonly string[], timeoutMs: number): Promise<readonly (readonly number[])[]>;
}

/** The provider will not take a text, however often it is asked. */
export class TextRejected extends Error {
  override readonly name = 'TextRefused';
}
