import { readOptions, USAGE, type Options } from './options.ts';
import { runInFolder } from './run-in-folder.ts';
import { findPrograms } from './servers/find-programs.ts';
import { FAULTS } from './table.ts';

const NAME_WIDTH = 24;
const print = (line: string): void => void process.stdout.write(`${line}\n`);

/** The command `npm run test:faults`. Returns its exit code. */
export async function testFaults(argv: readonly string[]): Promise<number> {
  let read: Options;
  try {
    read = readOptions(argv);
  } catch (error) {
    print(`${error instanceof Error ? error.message : String(error)}\nFor help: npm run test:faults -- --help`);
    return 1;
  }
  const { shows, ...options } = read;
  if (shows === 'help') {
    print(USAGE);
    return 0;
  }
  if (shows === 'list') {
    for (const { name, title } of FAULTS) print(`${name.padEnd(NAME_WIDTH)} ${title}`);
    return 0;
  }
  const found = findPrograms();
  if ('missing' in found) {
    print(`The harness starts servers of its own. Install what is missing: ${found.missing.join(', ')}`);
    return 1;
  }
  const broken = await runInFolder({ ...options, programs: found.programs, print });
  for (const [name, rules] of broken) print(`${name}: ${[...new Set(rules)].join('; ')}`);
  if (broken.size === 0) print(`passed with seed ${options.seed}: every rule held`);
  else print(`FAILED with seed ${options.seed}: ${[...broken.keys()].join(', ')}`);
  return broken.size === 0 ? 0 : 1;
}
