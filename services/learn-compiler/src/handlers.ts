import {
  describeSubject,
  findEndedSessions,
  findUnlearned,
  previewMemories,
  queueLearning,
  readHiddenSources,
  readJobFigures,
  readLearnJob,
  readLearnSeries,
  readLearnUsage,
  readLineage,
  readLineageGraph,
  sweepMemories,
} from '@strata/contracts/calls/learn';
import { readExportLines } from '@strata/contracts/calls/exports';
import { listErasures } from '@strata/contracts/operations/erasures';
import {
  getArtifact,
  listArtifacts,
  listArtifactVersions,
  updateArtifact,
} from '@strata/contracts/operations/artifacts';
import { listJobs } from '@strata/contracts/operations/jobs';
import {
  deleteMemory,
  getMemory,
  getMemoryTimeline,
  listMemories,
  restoreMemory,
} from '@strata/contracts/operations/memories';
import { listSessions } from '@strata/contracts/operations/sessions';
import type { Bus } from '@strata/platform/bus/bus';
import { handleOperation, type OperationHandler } from '@strata/platform/operations/operation-handler';
import { serveOperations } from '@strata/platform/operations/serve-operations';
import type { ErasureStore } from './erasing/erasure-store.ts';
import { listErasuresHandler } from './erasing/list-erasures.ts';
import { readExportLinesHandler, type ReadExportParts } from './exporting/read-export-lines.ts';
import type { JobStore } from './jobs/job-store.ts';
import { listJobsHandler } from './jobs/list-jobs.ts';
import { queueLearningHandler, recordDeadLetterHandler, type QueueLearningParts } from './jobs/queue-learning.ts';
import { readJobFiguresHandler } from './jobs/read-job-figures.ts';
import { readLearnJobHandler } from './jobs/read-learn-job.ts';
import { readLearnSeriesHandler, readLearnUsageHandler, type LearnUsageParts } from './jobs/read-learn-usage.ts';
import { findUnlearnedHandler, type FindUnlearnedParts } from './learning/find-unlearned.ts';
import type { MemoryLifecycle } from './lifecycle/memory-lifecycle.ts';
import { previewMemoriesHandler } from './lifecycle/preview-memories.ts';
import { restoreMemoryHandler } from './lifecycle/restore-memory.ts';
import { sweepMemoriesHandler, type SweepMemoriesParts } from './lifecycle/sweep-memories.ts';
import type { LineageParts } from './lineage/find-memory.ts';
import { readLineageHandler } from './lineage/read-lineage.ts';
import { readLineageGraphHandler } from './lineage/read-lineage-graph.ts';
import { deleteMemoryHandler, type DeletionParts } from './reading/delete-memory.ts';
import { describeSubjectHandler } from './reading/describe-subject.ts';
import { findEndedSessionsHandler } from './reading/find-ended-sessions.ts';
import { getArtifactHandler } from './reading/get-artifact.ts';
import { getMemoryHandler } from './reading/get-memory.ts';
import { getMemoryTimelineHandler } from './reading/get-memory-timeline.ts';
import { listArtifactVersionsHandler } from './reading/list-artifact-versions.ts';
import { listArtifactsHandler } from './reading/list-artifacts.ts';
import { listMemoriesHandler } from './reading/list-memories.ts';
import { listSessionsHandler, type SessionParts } from './reading/list-sessions.ts';
import { readHiddenSourcesHandler } from './reading/read-hidden-sources.ts';
import { updateArtifactHandler, type SwitchingParts } from './switching/update-artifact.ts';

export interface HandlerParts
  extends
    LineageParts,
    DeletionParts,
    QueueLearningParts,
    LearnUsageParts,
    SweepMemoriesParts,
    FindUnlearnedParts,
    SwitchingParts,
    SessionParts,
    ReadExportParts {
  readonly jobs: JobStore;
  readonly lifecycle: MemoryLifecycle;
  readonly erasures: ErasureStore;
}

const operationHandlers = (parts: HandlerParts): OperationHandler[] => [
  handleOperation(listMemories, listMemoriesHandler(parts)),
  handleOperation(getMemory, getMemoryHandler(parts)),
  handleOperation(getMemoryTimeline, getMemoryTimelineHandler(parts)),
  handleOperation(deleteMemory, deleteMemoryHandler(parts)),
  handleOperation(restoreMemory, restoreMemoryHandler(parts)),
  handleOperation(listSessions, listSessionsHandler(parts)),
  handleOperation(listJobs, listJobsHandler(parts)),
  handleOperation(listErasures, listErasuresHandler(parts)),
  handleOperation(listArtifacts, listArtifactsHandler(parts)),
  handleOperation(getArtifact, getArtifactHandler(parts)),
  handleOperation(listArtifactVersions, listArtifactVersionsHandler(parts)),
  handleOperation(updateArtifact, updateArtifactHandler(parts)),
];

/** Serves everything that the learn-compiler offers on the bus. */
export async function serveLearnCompiler(bus: Bus, parts: HandlerParts): Promise<void> {
  await bus.consume(queueLearning, queueLearningHandler(parts), { onDeadLetter: recordDeadLetterHandler(parts) });
  await bus.serve(readLearnJob, readLearnJobHandler(parts));
  await bus.serve(readExportLines, readExportLinesHandler(parts));
  await bus.serve(readJobFigures, readJobFiguresHandler(parts));
  await bus.serve(readLearnUsage, readLearnUsageHandler(parts));
  await bus.serve(readLearnSeries, readLearnSeriesHandler(parts));
  await serveOperations(bus, 'learn-compiler', operationHandlers(parts));
  await bus.serve(sweepMemories, sweepMemoriesHandler(parts));
  await bus.serve(previewMemories, previewMemoriesHandler(parts));
  await bus.serve(findUnlearned, findUnlearnedHandler(parts));
  await bus.serve(describeSubject, describeSubjectHandler(parts));
  await bus.serve(readHiddenSources, readHiddenSourcesHandler(parts));
  await bus.serve(findEndedSessions, findEndedSessionsHandler(parts));
  await bus.serve(readLineage, readLineageHandler(parts));
  await bus.serve(readLineageGraph, readLineageGraphHandler(parts));
}
