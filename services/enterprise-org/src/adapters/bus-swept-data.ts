import { previewEvents, sweepEvents } from '@strata/contracts/calls/ingest';
import { previewMemories, sweepMemories } from '@strata/contracts/calls/learn';
import type { Bus } from '@strata/platform/bus/bus';
import type { SweptData } from '../lifecycle/swept-data.ts';

/** Sweeps memories and events over the bus, in the services that store them. */
export const createBusSweptData = (bus: Bus): SweptData => ({
  sweepMemories: (request, context) => bus.call(sweepMemories, request, context),
  sweepEvents: (request, context) => bus.call(sweepEvents, request, context),
  previewMemories: (request, context) => bus.call(previewMemories, request, context),
  previewEvents: (request, context) => bus.call(previewEvents, request, context),
});
