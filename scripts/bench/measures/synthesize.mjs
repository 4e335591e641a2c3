import pg from 'pg';
import { registerTenant } from '../api.mjs';
import { figureOf, alternate } from '../rounds.mjs';
import { eventsOf, inGroups } from '../workload/events.mjs';
import { makeQueries } from '../workload/queries.mjs';

const CONCURRENCIES = [1, 8];
const QUERIES = 200;
const ROWS = 1000;
/**
 * Before the first round of a size. The first calls bring up the copy of the index. V8 compiles the code of a call in steps,
 * and ends after about 1,200.
 */
const WARM_UP = [
  { requests: 20, concurrency: 1 },
  { requests: 1_500, concurrency: 8 },
];

/**
 * Synthesize with the default budget against one indexed tsvector query on the same texts in the same database, which
 * combines the question's uncommon words with OR and returns all rows.
 */
export async function measureSynthesize({ system, load, size, report, record }) {
  const figures = [];
  for (const memories of size.memories) {
    const name = memories.toLocaleString('en');
    const workload = { kind: 'conversations', seed: 30, events: memories, agentId: 'bench-synthesize' };
    const texts = [...eventsOf(workload)].map(({ payload }) => payload.content);
    const queries = makeQueries(texts, QUERIES);
    const tenant = await registerTenant(system.base);
    await tenant.captureAll(workload, (captured) =>
      report(`${name} memories: ${captured.toLocaleString('en')} messages captured`),
    );
    await tenant.learn({}, ({ progress }) =>
      report(`${name} memories: ${progress.stage} ${progress.processed.toLocaleString('en')}`),
    );
    report(`${name} memories: preparing the limit's table`);
    await fillTable(system.connectionString, `texts_${memories}`, texts);
    const bodies = queries.map(({ query }) => JSON.stringify({ query }));
    const synthesize = (more) =>
      load.run({
        task: 'post',
        base: tenant.base,
        path: '/v1/synthesize',
        headers: tenant.headers,
        bodies,
        expect: 200,
        ...more,
      });
    report(`${name} memories: warming up`);
    for (const calls of WARM_UP) await synthesize(calls);
    for (const concurrency of CONCURRENCIES) {
      const requests = size.queries;
      const rounds = await alternate({
        rounds: size.rounds,
        warmUp: true,
        strata: () => synthesize({ concurrency, requests }),
        limit: () => {
          const { connectionString } = system;
          const sql = `select id, body from bench.texts_${memories} where tsv @@ to_tsquery('english', $1)`;
          const values = queries.map(({ tsquery }) => [tsquery]);
          return load.run({ task: 'query', connectionString, sql, values, concurrency, requests });
        },
        report: (text) => report(`${name} memories, ${concurrency} at a time: ${text}`),
        record,
      });
      const title = `synthesize, ${name} memories, ${concurrency} at a time`;
      figures.push(
        figureOf(`${title}, p50`, 'ms', rounds, ({ p50 }) => p50),
        figureOf(`${title}, p95`, 'ms', rounds, ({ p95 }) => p95),
      );
    }
  }
  return figures;
}

async function fillTable(connectionString, table, texts) {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query(
      `create table bench.${table} (id bigint primary key, body text not null, tsv tsvector not null)`,
    );
    for (const rows of inGroups(texts.entries(), ROWS)) {
      await client.query(
        `insert into bench.${table} select id, body, to_tsvector('english', body) from unnest($1::bigint[], $2::text[]) as row (id, body)`,
        [rows.map(([id]) => id), rows.map(([, text]) => text)],
      );
    }
    await client.query(`create index on bench.${table} using gin (tsv)`);
    await client.query(`vacuum analyze bench.${table}`);
  } finally {
    await client.end();
  }
}
