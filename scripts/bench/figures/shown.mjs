/** Which figures each table of the page shows, in this order. */
export const TABLES = {
  system: [
    /^capture, \d+ connections$/u,
    /^batch, \d+ in flight, events$/u,
    /^learn, .+, events$/u,
    /^synthesize, .+, p50$/u,
    /^gateway and broker of a synthesize call, mean$/u,
    /^(capture|batch), scrubbed/u,
    /^(audit|access)-logs, .+, p50$/u,
    /^(events|memories|transcript), .+ a frame, frames$/u,
  ],
  peers: [/^stored, /u, /^stored in batches/u, /^learned, 10,000 memories/u, /^search, .+, p50, /u],
  starts: [/^start, /u, /^(first|second) start$/u],
  memory: [/^memory, /u, /^memory after /u],
  growth: ['tenants', 'events', 'memories', 'policies'].map((kind) => new RegExp(`^[\\d,]+ to [\\d,]+ ${kind}: `, 'u')),
};

/** Beside a rate or a p50. */
const P95 = [/^capture, \d+ connections, p95$/u, /^synthesize, .+, p95$/u];

export const isShown = ({ name }) => [...Object.values(TABLES).flat(), ...P95].some((pattern) => pattern.test(name));

/** A new figure replaces the one with the same key. How much there is ten times of depends on `--quick`, so it is not part of the key. */
export const keyOf = ({ name }) => name.replace(/^[\d,]+ to [\d,]+ /u, 'ten times the ');

/** The figures of a table, in its order. */
export const rowsOf = (table, figures) =>
  TABLES[table].flatMap((pattern) => figures.filter(({ name }) => pattern.test(name)));
