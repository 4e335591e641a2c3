import OpenAI, { BadRequestError, UnprocessableEntityError } from 'openai';
import { TextRejected, type Embedder } from '../embedding/embedder.ts';

export interface OpenAIEmbedderOptions {
  /** Self-hosted servers often need none. */
  readonly apiKey: string | undefined;
  readonly baseUrl: string | undefined;
  readonly model: string;
  readonly dimensions: number;
}

/** Only the beginning of a longer text is embedded: the usual models read 8,192 tokens, of at least a character each. */
const MAX_CHARACTERS = 8_000;
/** The first half of a character that was cut in two. */
const CUT_PAIR = /[\uD800-\uDBFF]$/;
/** Only these models accept a number of dimensions. */
const SHORTENS = 'text-embedding-3';

/** Embeds with OpenAI, or any server with its embeddings interface. Does not retry. */
export function createOpenAIEmbedder({ apiKey, baseUrl, model, dimensions }: OpenAIEmbedderOptions): Embedder {
  const client = new OpenAI({ apiKey: apiKey ?? 'none', baseURL: baseUrl ?? null, maxRetries: 0 });
  return {
    model,
    dimensions,
    embed: async (texts, timeoutMs) => {
      const input = texts.map((text) => text.slice(0, MAX_CHARACTERS).replace(CUT_PAIR, ''));
      const shorten = model.startsWith(SHORTENS) ? { dimensions } : {};
      const { data } = await client.embeddings
        .create({ model, input, encoding_format: 'float', ...shorten }, { timeout: timeoutMs })
        .catch((error: unknown) => {
          if (error instanceof BadRequestError || error instanceof UnprocessableEntityError)
            throw new TextRejected('The embedding provider rejected a text', { cause: error });
          throw error;
        });
      const vectors = [...data].sort((a, b) => a.index - b.index).map(({ embedding }) => embedding);
      if (vectors.length !== texts.length) throw new Error('The embedding provider did not return one vector per text');
      if (vectors.some((vector) => vector.length !== dimensions))
        throw new Error(
          `The embedding model does not return ${String(dimensions)} dimensions; set EMBEDDING_DIMENSIONS`,
        );
      return vectors;
    },
  };
}
