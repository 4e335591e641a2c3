import { parseArgs } from 'node:util';

export const MEASURES = [
  'capture',
  'batch',
  'learn',
  'synthesize',
  'share',
  'audit',
  'scale',
  'scrubbing',
  'overload',
  'soak',
  'lists',
  'processes',
  'peers',
  'starts',
  'growth',
];
export const SYSTEMS = ['standalone', 'cluster'];
const NOT_BY_DEFAULT = new Set([
  'scale',
  'scrubbing',
  'overload',
  'soak',
  'lists',
  'processes',
  'peers',
  'starts',
  'growth',
]);

export const USAGE = `Usage: npm run bench [-- [measure …] [options]]

Measures Strata and a limit alternately in the same run, and writes the figures to .strata-bench/.

  measure            ${MEASURES.join(', ')} (default: all but ${[...NOT_BY_DEFAULT].join(', ')})
  --quick            fewer rounds and less data: a few minutes instead of half an hour
  --in <system>      ${SYSTEMS.join(' or ')} (default: both; the cluster needs DATABASE_URL, AMQP_URL and REDIS_URL)
  --processes <list> processes of the cluster beyond one of each, such as "ingest=3 synthesis=2"
  --cores <share>    for processes: the part of a core that each process may use, such as 0.2 (Linux, as root)
  --rounds <number>  number of rounds; each measures Strata, then the limit
  --port <number>    the first port to try (default 18200)
  --profile          also record CPU profiles of the services
  --help             show this text`;

const SIZES = {
  full: {
    rounds: 5,
    seconds: 5,
    learnEvents: 5000,
    queries: 200,
    memories: [1000, 10_000, 100_000],
    pages: 9,
    overloadSeconds: 60,
    soakMinutes: 20,
    idleSeconds: 10,
    growth: { tenants: 50, events: 20_000, memories: 1000, policies: 10 },
  },
  quick: {
    rounds: 3,
    seconds: 2,
    learnEvents: 1500,
    queries: 60,
    memories: [1000, 10_000],
    pages: 5,
    overloadSeconds: 15,
    soakMinutes: 2,
    idleSeconds: 5,
    growth: { tenants: 10, events: 5000, memories: 1000, policies: 10 },
  },
};

/**
 * Reads the options. Throws an error that names the invalid one.
 * @param {string[]} argv without the program's name
 * @returns {{help: boolean, measures: string[], systems: string[], size: typeof SIZES.full, processes: string[], port: number, profile: boolean}}
 */
export function readOptions(argv) {
  const { values, positionals } = parseArgs({
    args: argv,
    allowPositionals: true,
    options: {
      quick: { type: 'boolean', default: false },
      in: { type: 'string' },
      processes: { type: 'string', default: '' },
      cores: { type: 'string' },
      rounds: { type: 'string' },
      port: { type: 'string', default: '18200' },
      profile: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  const size = values.quick ? SIZES.quick : SIZES.full;
  return {
    help: values.help,
    measures:
      positionals.length > 0
        ? positionals.map((name) => oneOf(MEASURES, name))
        : MEASURES.filter((name) => !NOT_BY_DEFAULT.has(name)),
    systems: values.in === undefined ? SYSTEMS : [oneOf(SYSTEMS, values.in)],
    size: {
      ...size,
      rounds: values.rounds === undefined ? size.rounds : wholeNumber('--rounds', values.rounds, 1, 100),
      cores: values.cores === undefined ? undefined : shareOf(values.cores),
    },
    processes: values.processes.split(' ').filter((one) => one !== ''),
    port: wholeNumber('--port', values.port, 1024, 65_000),
    profile: values.profile,
  };
}

function oneOf(known, name) {
  if (known.includes(name)) return name;
  throw new Error(`${name} is not one of ${known.join(', ')}\n\n${USAGE}`);
}

function shareOf(text) {
  const share = Number(text);
  if (share >= 0.01 && share <= 64) return share;
  throw new Error('--cores must be a number from 0.01 to 64');
}

function wholeNumber(option, text, low, high) {
  const number = Number(text);
  if (Number.isInteger(number) && number >= low && number <= high) return number;
  throw new Error(`${option} must be a whole number from ${low} to ${high}`);
}
