import { DIMENSIONS } from './embed-text.mjs';

const NAMESPACE = ['bench'];
/** As many as Mastra opens by default, instead of ten. */
const CONNECTIONS = 20;

/**
 * LangGraph's store on PostgreSQL with an HNSW index, its default.
 * @type {import('./peer-process.mjs').OpenPeer}
 */
export async function openLanggraph({ load, connectionString, embeddings, topK }) {
  const { PostgresStore } = load('@langchain/langgraph-checkpoint-postgres/store');
  const store = new PostgresStore({
    connectionOptions: { connectionString, max: CONNECTIONS },
    index: { dims: DIMENSIONS, embed: (texts) => embed(embeddings, texts), fields: ['text'] },
  });
  await store.setup();
  return {
    store: ({ id, ...value }) => store.put(NAMESPACE, id, value),
    // Its batches run one put after the other on one connection, which is slower than single puts on all connections.
    search: async (query) => (await store.search(NAMESPACE, { query, limit: topK })).length,
    counts: { items: 'select count(*) from store', vectors: 'select count(*) from store_vectors' },
  };
}

async function embed(url, input) {
  const response = await fetch(`${url}/embeddings`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'local', input }),
  });
  if (!response.ok) throw new Error(`The embedding server returned ${response.status}`);
  return (await response.json()).data.map(({ embedding }) => embedding);
}
