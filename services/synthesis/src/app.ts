import {
  indexEntries as indexCall,
  readSynthesisUsage,
  removeEntries as removeCall,
} from '@strata/contracts/calls/synthesis';
import { operationCall } from '@strata/contracts/operation';
import { synthesize as synthesizeOperation } from '@strata/contracts/operations/synthesize';
import { synthesizeRequestSchema } from '@strata/contracts/schemas/synthesis';
import { openAll, type CloseStack } from '@strata/platform/lifecycle/closeable';
import { joinSystem } from '@strata/platform/service/join-system';
import { openDatabase } from '@strata/platform/service/open-database';
import { databaseCheck, type RunningService } from '@strata/platform/service/running-service';
import type { ServiceParts } from '@strata/platform/service/service-parts';
import { createPgEntryStore } from './adapters/pg-entry-store.ts';
import { createPgSearchIndex } from './adapters/pg-search-index.ts';
import { createPgUsageStore } from './adapters/pg-usage-store.ts';
import { synthesisMetrics } from './adapters/synthesis-metrics.ts';
import type { SynthesisConfig } from './config.ts';
import { indexEntries } from './indexing/index-entries.ts';
import { removeEntries } from './indexing/remove-entries.ts';
import { synthesize } from './synthesis/synthesize.ts';
import { createCountedSynthesis } from './usage/count-synthesis.ts';
import { openVectorArm } from './vector-arm.ts';

const SCHEMA = {
  schema: 'synthesis',
  role: 'strata_synthesis',
  extraRoles: ['strata_synthesis_search'],
  migrations: new URL('../prisma/migrations', import.meta.url),
};

/** The synthesis service: its index, and everything it answers on the bus. */
export const createSynthesis = (config: SynthesisConfig, parts: ServiceParts): Promise<RunningService> =>
  openAll(async (stack: CloseStack) => {
    const { bus, clock, metrics } = parts;
    const database = stack.use(await openDatabase(SCHEMA, config, parts));
    const vectors = await openVectorArm(config, parts, database, stack);
    const store = createPgEntryStore(database, vectors?.enqueue);
    const index = createPgSearchIndex(database, vectors?.nearest);
    const usage = createPgUsageStore(database);
    const counted = createCountedSynthesis(usage, clock);
    const observe = synthesisMetrics(metrics);

    await bus.serve(indexCall, async ({ entries }, { scope }) => {
      const indexed = await indexEntries(store, scope, entries);
      if (vectors !== null && indexed > 0) {
        vectors.backFill.wake();
        await vectors.backFill.settled(config.EMBEDDING_INDEX_WAIT_MS);
      }
      return { indexed };
    });
    await bus.serve(removeCall, async ({ ids }, { scope }) => ({ removed: await removeEntries(store, scope, ids) }));
    await bus.serve(operationCall(synthesizeOperation), ({ body }, { scope }) =>
      observe(() => {
        const request = body ?? synthesizeRequestSchema.parse({});
        return counted(scope, () => synthesize({ index, embedder: vectors?.queryEmbedder ?? null }, scope, request));
      }),
    );
    await bus.serve(readSynthesisUsage, async ({ day }, { scope }) => ({ syntheses: await usage.read(scope, day) }));
    const checks = { database: databaseCheck(database) };
    await joinSystem(stack, bus, { service: 'synthesis', checks, connections: () => database.figures() });
    return { checks, close: () => stack.close() };
  });
