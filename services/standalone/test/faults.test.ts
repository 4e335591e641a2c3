import { expect, test } from '@jest/globals';
import { runInFolder } from './faults/run-in-folder.ts';
import { findPrograms } from './faults/servers/find-programs.ts';
import { faultsNamed, SHORT_FORM } from './faults/table.ts';

/** Any other would do; this one makes a failure come back. */
const SEED = 20_261_124;

const found = findPrograms();
const rule =
  'a cluster under load stores every accepted event once and keeps its other promises, whatever happens to it';

if ('missing' in found) {
  test.skip(`${rule} (skipped: ${found.missing.join(', ')} not found)`, () => undefined);
} else {
  const { programs } = found;
  test(
    rule,
    async () => {
      const lines: string[] = [];
      const print = (line: string): void => void lines.push(line);
      const faults = faultsNamed(SHORT_FORM);
      const broken = await runInFolder({
        seed: SEED,
        faults,
        minutes: undefined,
        hold: 1,
        previous: undefined,
        programs,
        print,
      });
      // With the figures of every fault, and the folder of the logs.
      expect({ broken, lines: broken.size === 0 ? [] : lines }).toEqual({ broken: new Map(), lines: [] });
    },
    900_000,
  );
}
