import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { registerTenant } from '../api.mjs';
import { DIMENSIONS } from '../peers/embed-text.mjs';
import { installPeers, peerVersions } from '../peers/install-peers.mjs';
import { PEERS, startEmbeddingServer, startPeer } from '../peers/start-peers.mjs';
import { figureOf } from '../rounds.mjs';
import { countRows, queryOnce } from '../systems/database.mjs';
import { eventsOf } from '../workload/events.mjs';
import { makeQueries } from '../workload/queries.mjs';
import { BATCH, captureBatches, IN_FLIGHT, untilStored } from './batch.mjs';
import { captureSingly, CONNECTIONS } from './capture.mjs';

const MEMORIES = [1000, 10_000];
/** Of a search. With this budget Strata returns about as many memories as the peers. */
const TOP_K = 20;
const MAX_TOKENS = 1000;
/** Searches of each system before the first round, so that all run compiled code. */
const WARM_UP = 600;
/** More than are stored in a run, so that no text comes twice: Mastra keeps the vectors of texts that it has seen. */
const MESSAGES = 60_000;
/** How peers store: as many at a time as Strata. */
const SINGLY = { concurrency: CONNECTIONS };
const BATCHES = { batch: BATCH, concurrency: IN_FLIGHT };
/** What one tenant has in Strata's database, without an embedding provider and with one. */
const WORDS = {
  events: 'select count(*) from ingest.events where tenant_id = $1',
  entries: 'select count(*) from synthesis.entries where tenant_id = $1',
};
const VECTORS = { ...WORDS, vectors: 'select count(*) from synthesis_vectors.embeddings where tenant_id = $1' };

/**
 * Strata, with its vector arm and without, against other memories on the same PostgreSQL, with the same texts, queries and embedding
 * provider: stored messages a second, and the time of a search. Each peer has a database and a process of its own, which calls it directly.
 * @returns {Promise<{figures: import('../rounds.mjs').Figure[], kept: object[], found: object[], versions: Record<string, string>}>}
 *   `kept`: how many rows each database had at the end; `found`: how many memories a search returned
 */
export async function measurePeers({ system, startOther, atEnd, load, size, report, print }) {
  const results = { figures: [], kept: [], found: [], versions: peerVersions() };
  if (system.name !== 'cluster') {
    print('  peers: only in the cluster, because they need PostgreSQL');
    return results;
  }
  report('installing the peers');
  const folder = await installPeers();
  const logs = mkdtempSync(join(tmpdir(), 'strata-bench-peers-'));
  atEnd(() => rmSync(logs, { recursive: true, force: true }));
  const server = await startEmbeddingServer();
  atEnd(server.stop);
  const strata = await startOther({
    OPENAI_API_KEY: 'local',
    OPENAI_BASE_URL: server.url,
    EMBEDDING_DIMENSIONS: String(DIMENSIONS),
  });
  const start = async (name) => {
    const peer = await startPeer({ name, folder, logs, embeddings: server.url, topK: TOP_K });
    atEnd(peer.stop);
    return peer;
  };
  const shared = { strata, words: system, load, size, report, print, results };
  await withPeers(start, (peers) => measureStoring(peers, shared));
  for (const memories of MEMORIES) await withPeers(start, (peers) => measureSearching(peers, memories, shared));
  return results;
}

/** Every part of the comparison has new processes and empty databases. */
async function withPeers(start, work) {
  const peers = [];
  for (const name of PEERS) peers.push(await start(name));
  await work(peers);
  for (const peer of peers) await peer.stop();
}

async function measureStoring(peers, { strata, load, size, report, print, results }) {
  const sent = Object.fromEntries(PEERS.map((name) => [name, 0]));
  const storing = (peer, how) => async () => {
    const measured = await peer.store({ workload: workload(40, MESSAGES), seconds: size.seconds, ...how });
    sent[peer.name] += measured.count;
    return measured;
  };
  const singly = await registerTenant(strata.base);
  const inBatches = await registerTenant(strata.base);
  const texts = workload(40, MESSAGES);
  const turns = { rounds: size.rounds, report };
  const single = await inTurns({
    ...turns,
    title: 'storing singly',
    systems: {
      strata: untilStored(singly, () => captureSingly({ load, size, workload: texts, tenant: singly })),
      ...byName(peers, (peer) => storing(peer, SINGLY)),
    },
  });
  const batching = peers.filter(({ batches }) => batches);
  const batched = await inTurns({
    ...turns,
    title: 'storing in batches',
    systems: {
      strata: captureBatches({ load, size, workload: texts, tenant: inBatches }),
      ...byName(batching, (peer) => storing(peer, BATCHES)),
    },
  });
  const perSecond = ({ perSecond: value }) => value;
  results.figures.push(
    ...against(`stored, ${CONNECTIONS} at a time`, '/s', single, perSecond, 'strata'),
    ...against('stored in batches', '/s', batched, perSecond, 'strata'),
  );
  await checkKept({ systems: peers, sent, print, results });
}

async function measureSearching(peers, memories, { strata, words, size, load, report, print, results }) {
  const name = `${memories.toLocaleString('en')} memories`;
  const texts = workload(41, memories);
  const ours = [await oursAs('vectors', strata, VECTORS), await oursAs('words', words, WORDS)];
  const filled = await fill({ ours, peers, texts, report: (who) => report(`${name}: ${who} stores`) });
  const contents = [...eventsOf(texts)].map(({ payload }) => payload.content);
  const queries = makeQueries(contents, WARM_UP + size.rounds * size.queries).map(({ query }) => query);
  const found = {};
  for (const one of [...ours, ...peers]) {
    report(`${name}: ${one.name} warms up`);
    found[one.name] = (await one.search(queries.slice(0, WARM_UP))).found;
  }
  results.found.push({ memories, ...found });
  print(`  ${name}, found by a search: ${format(found)}`);
  // No query comes twice: Mastra keeps the vectors of texts that it has seen.
  const ofRound = (round) => queries.slice(WARM_UP).slice((round - 1) * size.queries, round * size.queries);
  const rounds = await inTurns({
    rounds: size.rounds,
    report,
    title: `${name}, searching`,
    systems: {
      ...byName(
        ours,
        ({ tenant }) =>
          (round) =>
            synthesizeAll({ load, tenant, queries: ofRound(round) }),
      ),
      ...byName(peers, (peer) => (round) => peer.search(ofRound(round))),
    },
  });
  for (const { name: mine } of ours) {
    results.figures.push(
      ...against(`learned, ${name}, ${mine}`, '/s', [filled], ({ learned }) => learned, mine),
      ...against(`captured and learned, ${name}, ${mine}`, '/s', [filled], ({ searchable }) => searchable, mine),
      ...against(`search, ${name}, ${mine}, p50`, 'ms', rounds, ({ p50 }) => p50, mine),
      ...against(`search, ${name}, ${mine}, p95`, 'ms', rounds, ({ p95 }) => p95, mine),
    );
  }
  const systems = [...ours, ...peers];
  await checkKept({ systems, sent: byName(systems, () => memories), print, results });
}

/** A new tenant of a Strata, with what it has in common with a peer. */
async function oursAs(name, { base, connectionString }, counts) {
  const tenant = await registerTenant(base);
  return {
    name,
    tenant,
    connectionString,
    count: () => countRows(connectionString, counts, [tenant.tenantId]),
    search: async (queries) => {
      let sections = 0;
      for (const query of queries) sections += (await tenant.synthesize(requestOf(query))).sections.length;
      return { found: sections / queries.length };
    },
  };
}

/** One query after the other, from the load generator. */
const synthesizeAll = ({ load, tenant: { base, headers }, queries }) =>
  load.run({
    task: 'post',
    base,
    path: '/v1/synthesize',
    headers,
    bodies: queries.map((query) => JSON.stringify(requestOf(query))),
    concurrency: 1,
    requests: queries.length,
    expect: 200,
  });

/**
 * Stores the same messages everywhere, in the fastest way that each has.
 * @returns {Promise<Record<string, {learned: number, searchable: number}>>} messages a second, by system: in Strata's learn job, and in all
 *   until the last has what it is found by. What a peer has stored is both.
 */
async function fill({ ours, peers, texts, report }) {
  const filled = {};
  for (const { name, tenant, count } of ours) {
    report(name);
    const startedAt = performance.now();
    await tenant.captureAll(texts);
    const { seconds } = await tenant.learn({});
    await untilIndexed(count, texts.events);
    const searchable = texts.events / ((performance.now() - startedAt) / 1000);
    filled[name] = { learned: texts.events / seconds, searchable };
  }
  for (const peer of peers) {
    report(peer.name);
    const { perSecond } = await peer.store({ workload: texts, ...(peer.batches ? BATCHES : SINGLY) });
    filled[peer.name] = { learned: perSecond, searchable: perSecond };
  }
  // As PostgreSQL does by itself after a while.
  for (const { connectionString } of [...ours, ...peers]) await queryOnce(connectionString, 'vacuum analyze');
  return filled;
}

const requestOf = (query) => ({ query, maxTokens: MAX_TOKENS });

const workload = (seed, events) => ({ kind: 'conversations', seed, events, agentId: 'bench-peers' });

const byName = (peers, make) => Object.fromEntries(peers.map((peer) => [peer.name, make(peer)]));

/** Measures every system in each round, so that other load on the machine affects all alike. */
async function inTurns({ rounds, systems, report, title }) {
  const measured = [];
  for (let round = 1; round <= rounds; round++) {
    measured.push({});
    for (const [name, measure] of Object.entries(systems)) {
      report(`${title}: round ${round} of ${rounds}, ${name}`);
      measured.at(-1)[name] = await measure(round);
    }
  }
  return measured;
}

/** One figure for each peer, with the peer as the limit. */
const against = (title, unit, rounds, read, ours) =>
  PEERS.filter((name) => name in rounds[0]).map((name) =>
    figureOf(
      `${title}, ${name}`,
      unit,
      rounds.map((round) => ({ strata: round[ours], limit: round[name] })),
      read,
    ),
  );

/** Waits until every memory is in the index, with its vector if it gets one. A learn job may end before that. */
async function untilIndexed(count, memories) {
  while (Object.values(await count()).some((rows) => rows < memories)) await delay(50);
}

/** Counts what the databases have, on connections of their own. */
async function checkKept({ systems, sent, print, results }) {
  for (const { name, count } of systems) {
    const kept = await count();
    results.kept.push({ system: name, sent: sent[name], ...kept });
    print(`  ${name}: ${sent[name].toLocaleString('en')} messages sent, kept: ${format(kept)}`);
  }
}

const format = (counts) =>
  Object.entries(counts)
    .map(([name, count]) => `${name} ${count.toLocaleString('en')}`)
    .join(', ');
