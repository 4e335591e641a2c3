import { CloseStack } from '@strata/platform/lifecycle/closeable';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildPrevious } from './build-previous.ts';
import { startFaultSystem } from './fault-system.ts';
import { runFaults, type FaultRun } from './run-faults.ts';
import type { Programs } from './servers/find-programs.ts';

export interface FolderRun extends FaultRun {
  readonly programs: Programs;
  /** The version for faults with two versions; undefined: none. */
  readonly previous: string | undefined;
}

/**
 * Runs faults on servers and a cluster in a temporary folder, and ends all of them, also on SIGINT and SIGTERM. If a rule was broken,
 * the logs are kept. Returns the broken rules, by fault.
 */
export async function runInFolder({ programs, previous, ...run }: FolderRun): Promise<Map<string, readonly string[]>> {
  const folder = await mkdtemp(join(tmpdir(), 'strata-faults-'));
  const logs = join(folder, 'logs');
  await mkdir(logs);
  run.print(`seed ${run.seed}; logs in ${logs}`);
  const stack = new CloseStack();
  const stop = (): void => void stack.close().finally(() => process.exit(130));
  process.once('SIGINT', stop).once('SIGTERM', stop);
  let passed = false;
  try {
    const needsPrevious = previous !== undefined && run.faults.some(({ name }) => name === 'two-versions');
    const root = needsPrevious ? await buildPrevious(previous, folder) : undefined;
    const system = await startFaultSystem(stack, { programs, folder, logs, previous: root });
    const broken = await runFaults(system, run);
    passed = broken.size === 0;
    return broken;
  } finally {
    await stack.close();
    process.off('SIGINT', stop).off('SIGTERM', stop);
    for (const part of passed ? [''] : ['data', 'previous', 'previous.tar'])
      await rm(join(folder, part), { recursive: true, force: true });
  }
}
