import { DIMENSIONS } from './embed-text.mjs';

const RESOURCE = 'bench';
/** Its default of two seconds ends batches of 1,000 on a busy machine. */
const CONNECTION_TIMEOUT_MS = 60_000;

/**
 * Mastra's memory on PostgreSQL, with semantic recall over all threads of a resource.
 * @type {import('./peer-process.mjs').OpenPeer}
 */
export async function openMastra({ load, connectionString, embeddings, topK }) {
  const { Memory } = load('@mastra/memory');
  const { PgVector, PostgresStore } = load('@mastra/pg');
  const { ModelRouterEmbeddingModel } = load('@mastra/core/llm');
  const storage = new PostgresStore({
    id: 'bench-storage',
    connectionString,
    connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
  });
  await storage.init();
  const memory = new Memory({
    storage,
    vector: new PgVector({
      id: 'bench-vector',
      connectionString,
      pgPoolOptions: { connectionTimeoutMillis: CONNECTION_TIMEOUT_MS },
    }),
    embedder: new ModelRouterEmbeddingModel({
      providerId: 'local',
      modelId: 'local',
      url: embeddings,
      apiKey: 'local',
    }),
    options: {
      lastMessages: false,
      semanticRecall: {
        topK,
        messageRange: 0,
        scope: 'resource',
        // What its documentation advises for PostgreSQL.
        indexConfig: { type: 'hnsw', metric: 'dotproduct', m: 16, efConstruction: 64 },
      },
    },
  });
  const threads = new Map();
  const ensureThread = (id) => {
    if (!threads.has(id)) threads.set(id, memory.createThread({ threadId: id, resourceId: RESOURCE, title: id }));
    return threads.get(id);
  };
  const storeBatch = async (messages) => {
    await Promise.all([...new Set(messages.map(({ sessionId }) => sessionId))].map(ensureThread));
    await memory.saveMessages({ messages: messages.map(toMessage) });
  };
  // The index exists before several callers need it.
  await memory.createThread({ threadId: 'first', resourceId: RESOURCE });
  await memory.recall({ threadId: 'first', resourceId: RESOURCE, vectorSearchString: 'first' });
  return {
    store: (message) => storeBatch([message]),
    storeBatch,
    search: async (query) => {
      const asked = { threadId: 'first', resourceId: RESOURCE, vectorSearchString: query };
      return (await memory.recall(asked)).messages.length;
    },
    counts: {
      messages: 'select count(*) from mastra_messages',
      vectors: `select count(*) from memory_messages_${DIMENSIONS}`,
    },
  };
}

const toMessage = ({ id, sessionId, role, text, at }) => ({
  id,
  role,
  createdAt: new Date(at),
  threadId: sessionId,
  resourceId: RESOURCE,
  type: 'text',
  content: { format: 2, parts: [{ type: 'text', text }], content: text },
});
