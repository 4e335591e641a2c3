import { readLineage, readLineageGraph } from '@strata/contracts/calls/learn';
import type { Bus } from '@strata/platform/bus/bus';
import type { LineageSource } from '../lineage/lineage-source.ts';

/** Lineage, asked of the learn-compiler in the name of whoever wants to know. */
export const createBusLineageSource = (bus: Bus): LineageSource => ({
  record: (question, context) => bus.call(readLineage, question, context),
  graph: (question, context) => bus.call(readLineageGraph, question, context),
});
