import type { Embedder } from './embedder.ts';

/** An embedder that checks what the provider returns, and waits for it at most `timeoutMs`. Its vectors have the length 1. */
export function checkedEmbedder(embedder: Embedder): Embedder {
  const { provider, model, dimensions } = embedder;
  return {
    provider,
    model,
    dimensions,
    embed: async (texts, timeoutMs) => {
      const vectors = await withinTime(embedder.embed(texts, timeoutMs), timeoutMs);
      if (vectors.length !== texts.length) throw new Error('The embedding provider did not return one vector per text');
      return vectors.map((vector) => unitVector(vector, dimensions));
    },
  };
}

/** Cosine distance ignores the length of a vector; at length 1, no number is too large for the database. */
function unitVector(vector: readonly number[], dimensions: number): number[] {
  if (vector.length !== dimensions)
    throw new Error(`The embedding model does not return ${String(dimensions)} dimensions; set EMBEDDING_DIMENSIONS`);
  const length = vector.every(Number.isFinite) ? Math.hypot(...vector) : NaN;
  if (!Number.isFinite(length) || length === 0)
    throw new Error('The embedding provider returned a vector without a direction');
  return vector.map((value) => value / length);
}

/** Covers the whole request: a client's own timeout may start late, or not cover reading the body. */
async function withinTime<T>(work: Promise<T>, timeoutMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(new Error(`The embedding provider did not respond within ${String(timeoutMs)} ms`));
    }, timeoutMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
