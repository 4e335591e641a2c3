import { afterEach, beforeEach, describe } from '@jest/globals';
import type { BusFixture } from './bus-fixture.ts';
import { describeAnnouncements } from './bus-suite-announcements.ts';
import { describeCalls } from './bus-suite-calls.ts';
import { describeClosing } from './bus-suite-closing.ts';
import { describeCommands } from './bus-suite-commands.ts';
import { describeFailingCommands } from './bus-suite-failing-commands.ts';
import { describeObservation } from './bus-suite-observation.ts';
import { describeTraces } from './bus-suite-traces.ts';

/** The rules for every transport of the bus. `create` makes a new fixture for each test. */
export function describeBus(create: () => BusFixture): void {
  let fixture: BusFixture;

  beforeEach(() => {
    fixture = create();
  });

  afterEach(async () => {
    await fixture.close();
  });

  const open = () => fixture.open();
  describe('calls', () => {
    describeCalls(open);
  });
  describe('commands', () => {
    describeCommands(open);
  });
  describe('failing commands', () => {
    describeFailingCommands(open);
  });
  describe('announcements', () => {
    describeAnnouncements(open);
  });
  describe('metrics', () => {
    describeObservation(open, () => fixture.observed);
  });
  describe('traces', () => {
    describeTraces(open);
  });
  describe('closing', () => {
    describeClosing(open);
  });
}
