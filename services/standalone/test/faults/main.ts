import { CloseStack } from '@strata/platform/lifecycle/closeable';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildPrevious } from './build-previous.ts';
import { startFaultSystem } from './fault-system.ts';
import { readOptions, USAGE, type Options } from './options.ts';
import { runFaults } from './run-faults.ts';
import { findPrograms, type Programs } from './servers/find-programs.ts';
import { FAULTS } from './table.ts';

const NAME_WIDTH = 24;
const print = (line: string): void => void process.stdout.write(`${line}\n`);

/** The command `npm run test:faults`. Returns its exit code. */
export async function testFaults(argv: readonly string[]): Promise<number> {
  const options = readOptions(argv);
  if (options.shows === 'help') print(USAGE);
  else if (options.shows === 'list') for (const { name, title } of FAULTS) print(`${name.padEnd(NAME_WIDTH)} ${title}`);
  else {
    const found = findPrograms();
    if ('programs' in found) return runInFolder(options, found.programs);
    print(`The harness starts servers of its own. Install what is missing: ${found.missing.join(', ')}`);
    return 1;
  }
  return 0;
}

async function runInFolder(options: Options, programs: Programs): Promise<number> {
  const { seed, faults, minutes, previous } = options;
  const folder = await mkdtemp(join(tmpdir(), 'strata-faults-'));
  const logs = join(folder, 'logs');
  await mkdir(logs);
  print(`seed ${seed}; logs in ${logs}`);
  const stack = new CloseStack();
  const stop = (): void => void stack.close().finally(() => process.exit(130));
  process.once('SIGINT', stop).once('SIGTERM', stop);
  try {
    const isCompared = previous !== undefined && faults.some(({ name }) => name === 'two-versions');
    const root = isCompared ? await buildPrevious(previous, folder) : undefined;
    const system = await startFaultSystem(stack, { programs, folder, logs, previous: root });
    const broken = await runFaults(system, { seed, faults, minutes, print });
    if (broken.size > 0) {
      for (const [name, rules] of broken) print(`${name}: ${[...new Set(rules)].join('; ')}`);
      print(`FAILED with seed ${seed}: ${[...broken.keys()].join(', ')}; logs in ${logs}`);
      return 1;
    }
  } finally {
    await stack.close();
    await rm(join(folder, 'data'), { recursive: true, force: true });
    await rm(join(folder, 'previous'), { recursive: true, force: true });
  }
  await rm(folder, { recursive: true, force: true });
  print(`passed with seed ${seed}: every rule held`);
  return 0;
}
