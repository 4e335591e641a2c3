import type { Result } from './act.ts';
import { contentText } from './content-text.ts';
import { findTestCommand } from './test-command.ts';
import { summedUp } from './test-summary.ts';

/** A run of tests whose end is known. */
export interface TestRun {
  readonly name: string;
  readonly passed: boolean;
}

/**
 * Whether a command ran tests, and whether they passed: by its exit code where that is the runner's own, else by the summary in
 * its output. Undefined if it ran none, if neither tells, or if the two contradict each other.
 */
export function readTestRun(command: string, { exitCode, output }: Result): TestRun | undefined {
  const test = findTestCommand(command);
  if (test === undefined) return undefined;
  const summary = summedUp(contentText(output));
  const said =
    exitCode === undefined ? undefined : exitCode === 0 ? test.zeroPasses || undefined : !test.otherFails && undefined;
  if (said !== undefined && summary !== undefined && said !== summary) return undefined;
  const passed = said ?? summary;
  return passed === undefined ? undefined : { name: test.name, passed };
}
