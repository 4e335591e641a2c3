import { openSync } from 'node:fs';
import { join } from 'node:path';
import { startTaskProcess } from '../load/task-process.mjs';
import { countRows, createDatabase } from '../systems/database.mjs';
import { forkProcess } from '../systems/fork-process.mjs';

export const PEERS = ['mastra', 'langgraph', 'mem0'];

/** Starts the embedding provider of all compared systems. */
export async function startEmbeddingServer() {
  const { message, stop } = await forkProcess(new URL('embedding-server.mjs', import.meta.url), { detached: true });
  return { url: `http://127.0.0.1:${message.port}/v1`, stop };
}

/**
 * Starts a peer in a process of its own, with an empty database of its own.
 * @param {{name: string, folder: string, logs: string, embeddings: string, topK: number}} options `folder` has the installed
 *   packages, `logs` gets its output and what it writes to the home folder
 */
export async function startPeer({ name, folder, logs, embeddings, topK }) {
  const database = await createDatabase();
  const { connectionString } = database;
  const child = startTaskProcess(new URL('peer-process.mjs', import.meta.url), {
    name,
    // It sends nothing to its makers, and leaves nothing in the user's home.
    env: { HOME: logs, MEM0_DIR: logs, MEM0_TELEMETRY: 'false', MASTRA_TELEMETRY_DISABLED: '1' },
    log: openSync(join(logs, `${name}.log`), 'a'),
  });
  const stop = async () => {
    child.stop();
    await database.drop();
  };
  try {
    const { counts, batches } = await child.run({ task: 'open', name, folder, connectionString, embeddings, topK });
    return {
      name,
      batches,
      connectionString,
      stop,
      store: (load) => child.run({ task: 'store', ...load }),
      search: (queries) => child.run({ task: 'search', queries }),
      /** How many rows its database has, by kind. */
      count: () => countRows(connectionString, counts),
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
