/**
 * One peer in a process of its own. Peers are libraries: this process calls them directly. Tasks and results go over IPC.
 *
 * @typedef {{id: string, sessionId: string, role: string, text: string, at: string}} Message
 * @typedef {{store: (message: Message) => Promise<unknown>, storeBatch?: (messages: Message[]) => Promise<unknown>,
 *   search: (query: string) => Promise<number>, counts: Record<string, string>}} Peer
 *   `search` returns how many memories it found; `counts` has the SQL that counts what is stored
 * @typedef {(options: {load: (name: string) => object, connectionString: string, embeddings: string, topK: number}) => Promise<Peer>} OpenPeer
 *   `load` loads one of the installed packages; `embeddings` is the base URL of the embedding provider
 */
import { randomUUID } from 'node:crypto';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { answerTasks } from '../load/answer-tasks.mjs';
import { summarise } from '../load/latencies.mjs';
import { eventsOf } from '../workload/events.mjs';
import { openLanggraph } from './langgraph.mjs';
import { openMastra } from './mastra.mjs';
import { openMem0 } from './mem0.mjs';

const OPEN = { mastra: openMastra, langgraph: openLanggraph, mem0: openMem0 };
let peer;
let workload;
let messages;
let next = 0;

function prepare(wanted) {
  if (JSON.stringify(wanted) === workload) return;
  workload = JSON.stringify(wanted);
  messages = [...eventsOf(wanted)].map(({ sessionId, payload, metadata }) => ({
    sessionId,
    role: payload.role,
    text: payload.content,
    at: metadata.occurredAt,
  }));
  next = 0;
}

const TASKS = {
  async open({ name, folder, ...options }) {
    peer = await OPEN[name]({ load: createRequire(join(folder, 'package.json')), ...options });
    return { counts: peer.counts, batches: peer.storeBatch !== undefined };
  },

  /** Stores messages of a workload, further ones at each call: until the time is over, or all of them. */
  async store({ workload: wanted, batch, concurrency, seconds }) {
    prepare(wanted);
    const last = seconds === undefined ? messages.length : Number.POSITIVE_INFINITY;
    const before = next;
    const startedAt = performance.now();
    const deadline = startedAt + (seconds ?? Number.POSITIVE_INFINITY) * 1000;
    const take = () => ({ ...messages[next++ % messages.length], id: randomUUID() });
    const storeOn = async () => {
      while (next < last && performance.now() < deadline) {
        if (batch === undefined) await peer.store(take());
        else await peer.storeBatch(Array.from({ length: Math.min(batch, last - next) }, take));
      }
    };
    await Promise.all(Array.from({ length: concurrency }, storeOn));
    const elapsed = (performance.now() - startedAt) / 1000;
    return { count: next - before, seconds: elapsed, perSecond: (next - before) / elapsed };
  },

  /** One query after the other. */
  async search({ queries }) {
    const latencies = [];
    let found = 0;
    const startedAt = performance.now();
    for (const query of queries) {
      const sentAt = performance.now();
      found += await peer.search(query);
      latencies.push(performance.now() - sentAt);
    }
    return { ...summarise(latencies, performance.now() - startedAt), found: found / queries.length };
  },
};

answerTasks(TASKS);
