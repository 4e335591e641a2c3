import { parseArgs } from 'node:util';
import { DemoError } from '../demo/demo-error.mjs';

export const USAGE = `Usage: npm run evaluate -- <data …> [options]

Learns from one half of the tasks and measures on the other, both ways, and prints a table of figures (docs/compiling.md
says what they mean). Starts a service of its own in a temporary folder, and removes it at the end.

  data               result files: of tau-bench ([{task_id, trial, reward, traj, info}]), or of terminal agents
                     ([{task, trial, instruction, resolved, actions: [{thought, command, exitCode, output}]}])
  --seed <number>    decides the halves and the shuffles (default 1)
  --shuffles <n>     how often outcomes are dealt at random (default 3; 0 leaves it out)
  --one-more <n>     also measure the cost of one more session on n sessions (default 0: left out)
  --max-tokens <n>   size of a context pack (default 1000)
  --base <url>       use a running service instead; everything is captured under agents with names of their own
  --key <key>        API key for --base, with the scopes read and write
  --port <number>    the first port to try for the service (default 18300)
  --json             print all figures as JSON, with the artifacts and the lists behind the figures
  --help             show this text`;

/**
 * Reads the options. Throws a {@link DemoError} that names the invalid one.
 * @param {string[]} argv without the program's name
 */
export function readOptions(argv) {
  const { values, positionals } = parse(argv);
  if (!values.help && positionals.length === 0) throw new DemoError(`No data.\n\n${USAGE}`);
  if ((values.base === undefined) !== (values.key === undefined)) throw new DemoError('--base and --key go together');
  return {
    help: values.help,
    json: values.json,
    files: positionals,
    base: values.base?.replace(/\/+$/, '').replace(/\/v1$/, ''),
    key: values.key,
    seed: wholeNumber('seed', values.seed, 0, 2 ** 31),
    shuffles: wholeNumber('shuffles', values.shuffles, 0, 100),
    oneMore: wholeNumber('one-more', values['one-more'], 0, 100_000),
    maxTokens: wholeNumber('max-tokens', values['max-tokens'], 50, 100_000),
    port: wholeNumber('port', values.port, 1024, 65_000),
  };
}

function parse(argv) {
  const text = (value) => ({ type: 'string', default: value });
  const flag = { type: 'boolean', default: false };
  try {
    return parseArgs({
      args: argv,
      allowPositionals: true,
      options: {
        seed: text('1'),
        shuffles: text('3'),
        'one-more': text('0'),
        'max-tokens': text('1000'),
        port: text('18300'),
        base: { type: 'string' },
        key: { type: 'string' },
        json: flag,
        help: flag,
      },
    });
  } catch (error) {
    throw new DemoError(`${error.message}\n\n${USAGE}`);
  }
}

function wholeNumber(name, text, low, high) {
  const number = Number(text);
  if (text.trim() !== '' && Number.isInteger(number) && number >= low && number <= high) return number;
  throw new DemoError(`--${name} must be a whole number from ${low} to ${high}`);
}
