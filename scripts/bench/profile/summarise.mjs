import { readFileSync } from 'node:fs';

/** The cost of recording, which is excluded. */
const OWN_COST = 'recording';
/** Parts of the code, by the path of the file; the first match wins. */
const PARTS = [
  [OWN_COST, /bench\/profile\/record/u],
  ['tokenizer', /gpt-tokenizer/u],
  ['dates in texts (chrono)', /chrono-node/u],
  ['stemmer', /snowball/u],
  ['validation (zod, contracts)', /\/zod\/|libs\/contracts\//u],
  ['log and metrics', /prom-client|platform\/dist\/(log|metrics)\//u],
  ['bus (amqplib, codec)', /amqplib|platform\/dist\/bus\//u],
  [
    'database client (pg)',
    /\/(pg|pg-[\w-]+|postgres-[\w-]+)\/|platform\/dist\/database\/(?!embedded)|\/prisma|generated\//u,
  ],
  ['embedded database: engine', /^wasm:|electric-sql\/(pglite\/|pglite@)|pinned-pglite/u],
  ['embedded database: socket', /pglite-socket/u],
  ['cache client (ioredis)', /ioredis|redis-parser/u],
  [
    'HTTP',
    /node:_http|node:internal\/(http|stream_base)|node:net|\/(find-my-way|parseurl|proxy-addr|forwarded|negotiator)\/|platform\/dist\/http\//u,
  ],
  ['hashing and ids', /node:internal\/crypto|kernel\/dist\/(ids|capture-ids)/u],
  ['gateway', /services\/gateway\//u],
  ['ingest', /services\/ingest\//u],
  ['compile', /learn-compiler\/dist\/compile\//u],
  ['learn-compiler', /services\/learn-compiler\//u],
  ['text analysis', /synthesis\/dist\/text\//u],
  ['ranking', /synthesis\/dist\/(rank|synthesis)\//u],
  ['packing', /synthesis\/dist\/pack\//u],
  ['synthesis', /services\/synthesis\//u],
];
const OWN_NAMES = new Map([
  ['(garbage collector)', 'garbage collector'],
  ['parse', 'JSON'],
  ['stringify', 'JSON'],
  ['writev', 'sockets: system calls'],
  ['writeBuffer', 'sockets and files: system calls'],
  ['writeUtf8String', 'sockets: system calls'],
  ['writeLatin1String', 'sockets: system calls'],
]);
const REST = 'Node and the rest';

/**
 * Sums the busy time of a profile by part. Code of no known part (Node's own, native) counts for its nearest caller that
 * has one.
 * @param {string} file a `.cpuprofile`
 * @returns {Map<string, number>} milliseconds by part
 */
export function summariseProfile(file) {
  const { nodes, samples, timeDeltas } = JSON.parse(readFileSync(file, 'utf8'));
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])));
  const known = new Map();
  const partOf = (id) => {
    if (!known.has(id))
      known.set(id, ownPart(byId.get(id)?.callFrame) ?? (parents.has(id) ? partOf(parents.get(id)) : REST));
    return known.get(id);
  };
  const sums = new Map();
  for (const [index, id] of samples.entries()) {
    const part = partOf(id);
    if (part === OWN_COST || byId.get(id).callFrame.functionName === '(idle)') continue;
    sums.set(part, (sums.get(part) ?? 0) + timeDeltas[index] / 1000);
  }
  return sums;
}

function ownPart({ functionName, url }) {
  if (url === '') return OWN_NAMES.get(functionName);
  return PARTS.find(([, place]) => place.test(url))?.[0];
}
