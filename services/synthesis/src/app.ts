import { recordAccessBundle, recordAccesses } from '@strata/contracts/calls/organizations';
import {
  eraseEntries,
  indexEntries,
  readPackSeries,
  readSynthesisUsage,
  removeEntries,
} from '@strata/contracts/calls/synthesis';
import { recordFeedback } from '@strata/contracts/operations/feedback';
import { synthesize } from '@strata/contracts/operations/synthesize';
import { openAll, type CloseStack } from '@strata/platform/lifecycle/closeable';
import { repeat } from '@strata/platform/lifecycle/repeat';
import { handleOperation } from '@strata/platform/operations/operation-handler';
import { serveOperations } from '@strata/platform/operations/serve-operations';
import { openCommandOutbox } from '@strata/platform/outbox/command-outbox';
import { joinSystem } from '@strata/platform/service/join-system';
import { openDatabase } from '@strata/platform/service/open-database';
import { databaseCheck, type RunningService } from '@strata/platform/service/running-service';
import type { ServiceParts } from '@strata/platform/service/service-parts';
import { openPolicyCache } from '@strata/policy/open-policy-cache';
import { createBusUnlearned } from './adapters/bus-unlearned.ts';
import { createPgEntryStore } from './adapters/pg-entry-store.ts';
import { createPgFeedbackStore } from './adapters/pg-feedback-store.ts';
import { createPgIndexCopies } from './adapters/pg-index-copies.ts';
import { createPgSearchIndex } from './adapters/pg-search-index.ts';
import { createPgSummaryStore } from './adapters/pg-session-summaries.ts';
import { createPgUsageStore } from './adapters/pg-usage-store.ts';
import { synthesisMetrics } from './adapters/synthesis-metrics.ts';
import { RELAY_ROLE, SYNTHESIS_SCHEMA } from './adapters/synthesis-schema.ts';
import type { SynthesisConfig } from './config.ts';
import { recordFeedbackHandler } from './feedback/record-feedback.ts';
import { indexEntriesHandler } from './indexing/index-entries.ts';
import { eraseEntriesHandler } from './indexing/erase-entries.ts';
import { removeEntriesHandler } from './indexing/remove-entries.ts';
import { synthesizeHandler } from './synthesis/synthesize.ts';
import { readPackSeriesHandler, readSynthesisUsageHandler } from './usage/read-usage.ts';
import { openEmbeddings } from './open-embeddings.ts';

/** Access records are off the path of requests: those of so long are sent together. */
const ACCESS_LINGER_MS = 100;
const HOUR_MS = 3_600_000;
const MIB = 1_048_576;

/** The synthesis service: the search index, and the context packs made from it. */
export const createSynthesis = (config: SynthesisConfig, parts: ServiceParts): Promise<RunningService> =>
  openAll(async (stack: CloseStack) => {
    const { bus, clock, logger, metrics } = parts;
    const database = stack.use(await openDatabase(SYNTHESIS_SCHEMA, config, parts));
    const embeddings = await openEmbeddings(config, parts, database, stack);
    const outbox = stack.use(
      openCommandOutbox({
        database,
        relayRole: RELAY_ROLE,
        commands: [recordAccesses],
        bundles: [recordAccessBundle],
        bus,
        logger,
        lingerMs: ACCESS_LINGER_MS,
      }),
    );
    const store = createPgEntryStore(database, embeddings?.enqueue);
    const copies = createPgIndexCopies(database, config.INDEX_COPIES_MB * MIB, metrics);
    const index = createPgSearchIndex(database, embeddings?.nearest, copies);
    const usage = createPgUsageStore(database, outbox);
    const feedback = createPgFeedbackStore(database, config.PACK_DAYS, RELAY_ROLE);
    stack.use(repeat(HOUR_MS, () => feedback.deleteOldPacks(), logger));
    const policies = stack.use(await openPolicyCache(bus, { logger }));
    const embedder = embeddings?.queryEmbedder ?? null;
    const observe = synthesisMetrics(metrics);
    const findUnlearned = await createBusUnlearned(bus, metrics);

    const summaries = createPgSummaryStore(database);
    const makeVectors = embeddings?.makeVectors ?? null;
    await bus.serve(indexEntries, indexEntriesHandler({ store, summaries, makeVectors }));
    await bus.serve(removeEntries, removeEntriesHandler(store));
    await bus.serve(eraseEntries, eraseEntriesHandler(store));
    await bus.serve(readSynthesisUsage, readSynthesisUsageHandler(usage));
    await bus.serve(readPackSeries, readPackSeriesHandler(usage));
    await serveOperations(bus, 'synthesis', [
      handleOperation(
        synthesize,
        synthesizeHandler({ index, embedder, policies, usage, clock, observe, findUnlearned }),
      ),
      handleOperation(recordFeedback, recordFeedbackHandler({ feedback, index, policies, clock })),
    ]);
    const checks = { database: databaseCheck(database) };
    await joinSystem(stack, bus, { service: 'synthesis', checks, connections: () => database.figures() });
    return { checks, close: () => stack.close() };
  });
