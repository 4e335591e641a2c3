import { describeEvents } from '@strata/contracts/calls/ingest';
import type { Bus } from '@strata/platform/bus/bus';
import type { ReadingParts } from '../reading/reading-parts.ts';

/** What events are, asked of the ingest service in the name of whoever wants to know. */
export const createBusEventDescriptions =
  (bus: Bus): ReadingParts['describeEvents'] =>
  async (ids, context) =>
    (await bus.call(describeEvents, { eventIds: [...ids] }, context)).events;
