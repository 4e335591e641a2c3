import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import type { Fault } from './fault.ts';
import { FAULTS, faultsNamed, SHORT_FORM } from './table.ts';

export const USAGE = `Usage: npm run test:faults [-- options]

Starts a cluster with PostgreSQL, RabbitMQ and Redis of its own, keeps it under load, and has faults happen to it.
Afterwards, everything that was accepted must be stored once. Exits with 1 if a rule was broken.

  --list               show the faults
  --faults <a,b>       only these
  --short              only those of the short form, which is part of the tests
  --seed <number>      for the order, the moments and the lengths of the faults (default: a random one)
  --minutes <number>   repeat the faults until the time is over, at most 50 (default: each once)
  --hold <seconds>     how long each fault lasts (default: a random time of its own)
  --previous <commit>  the version for two-versions (default HEAD~1); "none" leaves it out
  --help               show this text`;

export interface Options {
  readonly shows: 'help' | 'list' | undefined;
  readonly faults: readonly Fault[];
  readonly seed: number;
  readonly minutes: number | undefined;
  readonly hold: number | undefined;
  readonly previous: string | undefined;
}

/** The tokens of the users in the load live for an hour. */
const MOST_MINUTES = 50;
const MOST_SECONDS = 600;
const MOST_SEED = 2 ** 31;

/** Reads the options. Throws an error that names the invalid one. */
export function readOptions(argv: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      ...{ list: { type: 'boolean' }, help: { type: 'boolean' }, short: { type: 'boolean' } },
      ...{
        faults: { type: 'string' },
        seed: { type: 'string' },
        minutes: { type: 'string' },
        hold: { type: 'string' },
      },
      previous: { type: 'string', default: 'HEAD~1' },
    },
  });
  const { faults, seed, minutes, hold, previous } = values;
  const named = faults?.split(',') ?? (values.short === true ? SHORT_FORM : undefined);
  return {
    shows: values.help === true ? 'help' : values.list === true ? 'list' : undefined,
    faults: named === undefined ? FAULTS : faultsNamed(named),
    seed: seed === undefined ? randomInt(MOST_SEED) : wholeNumber('--seed', seed, 0, MOST_SEED),
    minutes: minutes === undefined ? undefined : wholeNumber('--minutes', minutes, 1, MOST_MINUTES),
    hold: hold === undefined ? undefined : wholeNumber('--hold', hold, 1, MOST_SECONDS),
    previous: previous === 'none' ? undefined : previous,
  };
}

function wholeNumber(option: string, text: string, least: number, most: number): number {
  const number = Number(text);
  if (Number.isInteger(number) && number >= least && number <= most) return number;
  throw new Error(`${option} must be a whole number from ${least} to ${most}`);
}
