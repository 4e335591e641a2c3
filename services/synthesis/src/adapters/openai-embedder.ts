import { inClientSpan } from '@strata/platform/tracing/spans';
import { tracedFetch } from '@strata/platform/tracing/traced-fetch';
import OpenAI, { APIError, APIUserAbortError, BadRequestError, UnprocessableEntityError } from 'openai';
import { TextRejected, type Embedder } from '../embedding/embedder.ts';

export interface OpenAIEmbedderOptions {
  /** Recorded with the vectors; by default the host of the server. */
  readonly provider: string | undefined;
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

/**
 * Embeds with OpenAI, or any server with its embeddings interface. Does not retry. Its errors hold neither the key nor
 * anything that the server says, which may repeat the key or the texts.
 */
export function createOpenAIEmbedder({
  provider,
  apiKey,
  baseUrl,
  model,
  dimensions,
}: OpenAIEmbedderOptions): Embedder {
  const client = new OpenAI({
    apiKey: apiKey ?? 'none',
    baseURL: baseUrl ?? null,
    maxRetries: 0,
    logLevel: 'off',
    fetch: tracedFetch,
  });
  const span = {
    'gen_ai.operation.name': 'embeddings',
    'gen_ai.provider.name': provider ?? 'openai',
    'gen_ai.request.model': model,
  };
  return {
    provider: provider ?? new URL(client.baseURL).host,
    model,
    dimensions,
    embed: async (texts, timeoutMs) => {
      const input = texts.map((text) => text.slice(0, MAX_CHARACTERS).replace(CUT_PAIR, ''));
      const shorten = model.startsWith(SHORTENS) ? { dimensions } : {};
      // The signal ends reading the body too, which the client's own timeout does not cover.
      const limits = { timeout: timeoutMs, signal: AbortSignal.timeout(timeoutMs) };
      const { data } = await inClientSpan(`embeddings ${model}`, span, () =>
        client.embeddings
          .create({ model, input, encoding_format: 'float', ...shorten }, limits)
          .catch((error: unknown) => {
            throw withoutSecrets(error);
          }),
      );
      return [...data].sort((a, b) => a.index - b.index).map(({ embedding }) => embedding);
    },
  };
}

function withoutSecrets(error: unknown): Error {
  if (error instanceof BadRequestError || error instanceof UnprocessableEntityError)
    return new TextRejected(`The embedding provider rejects a text or the settings (status ${String(error.status)})`);
  if (error instanceof APIUserAbortError) return new Error('The embedding provider did not respond in time');
  if (error instanceof APIError && error.status !== undefined)
    return new Error(`The embedding provider responded with status ${String(error.status)}`);
  const name = error instanceof Error ? error.constructor.name : typeof error;
  return new Error(`The embedding provider could not be reached, or its response could not be read (${name})`);
}
