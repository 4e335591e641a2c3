import { afterEach, beforeEach, describe } from '@jest/globals';
import type { BusHarness } from './bus-harness.ts';
import { describeAnnouncements } from './bus-suite-announcements.ts';
import { describeCalls } from './bus-suite-calls.ts';
import { describeClosing } from './bus-suite-closing.ts';
import { describeCommands } from './bus-suite-commands.ts';
import { describeFailingCommands } from './bus-suite-failing-commands.ts';
import { describeObservation } from './bus-suite-observation.ts';

/** What every transport of the bus must do alike. `create` makes a fresh harness for each test. */
export function describeBus(create: () => BusHarness): void {
  let harness: BusHarness;

  beforeEach(() => {
    harness = create();
  });

  afterEach(async () => {
    await harness.close();
  });

  const open = () => harness.open();
  describe('calls', () => {
    describeCalls(open);
  });
  describe('commands', () => {
    describeCommands(open);
  });
  describe('commands that fail', () => {
    describeFailingCommands(open);
  });
  describe('announcements', () => {
    describeAnnouncements(open);
  });
  describe('metrics', () => {
    describeObservation(open, () => harness.observed);
  });
  describe('closing', () => {
    describeClosing(open);
  });
}
