import { DIMENSIONS } from './embed-text.mjs';

const USER = 'bench';

/**
 * mem0 with pgvector. `infer: false` stores a message as it is, without a language model. Its history of changes, in SQLite,
 * is off: that needs a compiled module.
 * @type {import('./peer-process.mjs').OpenPeer}
 */
export async function openMem0({ load, connectionString, embeddings, topK }) {
  const { Memory } = load('mem0ai/oss');
  const model = { apiKey: 'local', baseURL: embeddings, model: 'local' };
  const memory = new Memory({
    embedder: { provider: 'openai', config: { ...model, embeddingDims: DIMENSIONS } },
    vectorStore: {
      provider: 'pgvector',
      config: {
        connectionString,
        collectionName: 'memories',
        dimension: DIMENSIONS,
        embeddingModelDims: DIMENSIONS,
        hnsw: true,
      },
    },
    llm: { provider: 'openai', config: model },
    disableHistory: true,
  });
  const search = async (query) => (await memory.search(query, { filters: { user_id: USER }, topK })).results.length;
  // It creates its tables in the background; the first search waits for them.
  await search('first');
  return {
    store: ({ text, sessionId, role, at }) =>
      memory.add(text, { userId: USER, infer: false, metadata: { sessionId, role, at } }),
    search,
    counts: { memories: 'select count(*) from memories' },
  };
}
