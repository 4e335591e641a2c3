import { readEventsOfUser } from '@strata/contracts/calls/exports';
import {
  claimEvents,
  claimFingerprints,
  completeEvents,
  countUncompiled,
  describeEvents,
  eraseEvents,
  findErasedEvents,
  findFingerprints,
  previewEvents,
  readCaptureJob,
  readEventSeries,
  readEventUsage,
  readUncompiled,
  reopenEvents,
  storeEvents,
  sweepEvents,
} from '@strata/contracts/calls/ingest';
import { getEvent, listEvents } from '@strata/contracts/operations/events';
import { getLearnSettings, updateLearnSettings } from '@strata/contracts/operations/learn-settings';
import { createRecordDenial } from '@strata/policy/record-denial';
import type { Bus, ConsumeOptions } from '@strata/platform/bus/bus';
import { handleOperation, handlersWithDenials } from '@strata/platform/operations/operation-handler';
import { serveOperations } from '@strata/platform/operations/serve-operations';
import {
  getLearnSettingsHandler,
  updateLearnSettingsHandler,
  type LearnSettingsParts,
} from './automatic/learn-settings.ts';
import { claimFingerprintsHandler, type Fingerprints } from './capturing/claim-fingerprints.ts';
import { recordDeadLetterHandler, type RecordDeadLetterParts } from './capturing/record-dead-letter.ts';
import { storeEventsHandler, type StoreEventsParts } from './capturing/store-events.ts';
import { claimEventsHandler } from './compiling/claim-events.ts';
import { completeEventsHandler } from './compiling/complete-events.ts';
import { countUncompiledHandler } from './compiling/count-uncompiled.ts';
import type { EventQueue } from './compiling/event-queue.ts';
import { readUncompiledHandler } from './compiling/read-uncompiled.ts';
import { eraseEventsHandler, findErasedEventsHandler, type EraseEventsParts } from './erasing/erase-events.ts';
import { readEventsOfUserHandler, type ReadEventsOfUser } from './exporting/read-events-of-user.ts';
import type { EventLifecycle } from './lifecycle/event-lifecycle.ts';
import { previewEventsHandler } from './lifecycle/preview-events.ts';
import { sweepEventsHandler, type SweepEventsParts } from './lifecycle/sweep-events.ts';
import { describeEventsHandler } from './reading/describe-events.ts';
import { findFingerprintsHandler } from './reading/find-fingerprints.ts';
import { getEventHandler } from './reading/get-event.ts';
import { listEventsHandler } from './reading/list-events.ts';
import { readCaptureJobHandler } from './reading/read-capture-job.ts';
import { readEventSeriesHandler, readEventUsageHandler } from './reading/read-event-usage.ts';
import type { ReadingParts } from './reading/reading-parts.ts';

export interface HandlerParts
  extends
    StoreEventsParts,
    RecordDeadLetterParts,
    ReadingParts,
    SweepEventsParts,
    LearnSettingsParts,
    EraseEventsParts {
  readonly fingerprints: Fingerprints;
  readonly queue: EventQueue;
  readonly lifecycle: EventLifecycle;
  readonly eventsOfUser: ReadEventsOfUser;
  /** How commands are gathered into writes. */
  readonly batching: ConsumeOptions;
}

/** Serves everything that ingest offers on the bus. */
export async function serveIngest(bus: Bus, parts: HandlerParts): Promise<void> {
  const onDeadLetter = recordDeadLetterHandler(parts);
  await bus.consume(storeEvents, storeEventsHandler(parts), {
    ...parts.batching,
    onDeadLetter,
    unitsOf: ({ events }) => events.length,
  });
  const guarded = handlersWithDenials(createRecordDenial({ recordAudit: parts.audit, clock: parts.clock }));
  await serveOperations(bus, 'ingest', [
    handleOperation(listEvents, listEventsHandler(parts)),
    handleOperation(getEvent, getEventHandler(parts)),
    guarded(getLearnSettings, getLearnSettingsHandler(parts)),
    guarded(updateLearnSettings, updateLearnSettingsHandler(parts)),
  ]);
  await bus.serve(describeEvents, describeEventsHandler(parts));
  await bus.serve(readCaptureJob, readCaptureJobHandler(parts));
  await bus.serve(findFingerprints, findFingerprintsHandler(parts));
  await bus.serve(claimFingerprints, claimFingerprintsHandler(parts));
  await bus.serve(readEventUsage, readEventUsageHandler(parts));
  await bus.serve(readEventSeries, readEventSeriesHandler(parts));
  await bus.serve(claimEvents, claimEventsHandler(parts));
  await bus.serve(countUncompiled, countUncompiledHandler(parts));
  await bus.serve(readUncompiled, readUncompiledHandler(parts));
  await bus.serve(completeEvents, completeEventsHandler(parts));
  await bus.serve(sweepEvents, sweepEventsHandler(parts));
  await bus.serve(previewEvents, previewEventsHandler(parts));
  await bus.serve(findErasedEvents, findErasedEventsHandler(parts));
  await bus.serve(eraseEvents, eraseEventsHandler(parts));
  await bus.serve(readEventsOfUser, readEventsOfUserHandler(parts));
  await bus.serve(reopenEvents, async ({ eventIds }, { scope }) => ({
    reopened: await parts.erasure.reopen(scope, eventIds),
  }));
}
