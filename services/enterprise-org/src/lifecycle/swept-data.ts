import type { previewEvents, sweepEvents } from '@strata/contracts/calls/ingest';
import type { previewMemories, sweepMemories } from '@strata/contracts/calls/learn';
import type { RequestContext } from '@strata/kernel/actor';
import type { z } from 'zod';

/** The data that lifecycle policies apply to, in the services that store it. Errors: `unavailable`. */
export interface SweptData {
  sweepMemories(
    request: z.input<typeof sweepMemories.request>,
    context: RequestContext,
  ): Promise<z.output<typeof sweepMemories.response>>;
  sweepEvents(
    request: z.input<typeof sweepEvents.request>,
    context: RequestContext,
  ): Promise<z.output<typeof sweepEvents.response>>;
  previewMemories(
    request: z.input<typeof previewMemories.request>,
    context: RequestContext,
  ): Promise<z.output<typeof previewMemories.response>>;
  previewEvents(
    request: z.input<typeof previewEvents.request>,
    context: RequestContext,
  ): Promise<z.output<typeof previewEvents.response>>;
}
