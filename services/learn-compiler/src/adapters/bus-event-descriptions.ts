import { describeEvents } from '@strata/contracts/calls/ingest';
import type { Bus } from '@strata/platform/bus/bus';
import type { ReadingParts } from '../reading/reading-parts.ts';

/** Descriptions of events from the ingest service, which checks what the caller may read. */
export const createBusEventDescriptions =
  (bus: Bus): ReadingParts['describeEvents'] =>
  async (ids, context) =>
    (await bus.call(describeEvents, { eventIds: [...ids] }, context)).events;
