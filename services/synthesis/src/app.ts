import { indexEntries as indexCall, readSynthesisUsage, removeEntries as removeCall } from '@strata/contracts/calls/synthesis';
import { operationCall } from '@strata/contracts/operation';
import { synthesize as synthesizeOperation } from '@strata/contracts/operations/synthesize';
import { synthesizeRequestSchema } from '@strata/contracts/schemas/synthesis';
import { CloseStack, openAll, type Closeable } from '@strata/platform/lifecycle/closeable';
import { openDatabase } from '@strata/platform/service/open-database';
import type { ServiceParts } from '@strata/platform/service/service-parts';
import { createPgEntryStore } from './adapters/pg-entry-store.ts';
import { createPgSearchIndex } from './adapters/pg-search-index.ts';
import { createPgUsageStore } from './adapters/pg-usage-store.ts';
import type { SynthesisConfig } from './config.ts';
import { indexEntries } from './indexing/index-entries.ts';
import { removeEntries } from './indexing/remove-entries.ts';
import { synthesisMetrics } from './synthesis/synthesis-metrics.ts';
import { synthesize } from './synthesis/synthesize.ts';
import { createSynthesisCounter } from './usage/synthesis-counter.ts';

const SCHEMA = {
  schema: 'synthesis',
  role: 'strata_synthesis',
  extraRoles: ['strata_synthesis_search'],
  migrations: new URL('../prisma/migrations', import.meta.url),
};

/** The synthesis service: its index, and everything it answers on the bus. */
export const createSynthesis = (config: SynthesisConfig, parts: ServiceParts): Promise<Closeable> =>
  openAll(async (stack: CloseStack) => {
    const { bus, clock, logger, metrics } = parts;
    const database = stack.use(await openDatabase(SCHEMA, config, parts));
    const store = createPgEntryStore(database);
    const index = createPgSearchIndex(database, () => Promise.resolve(null));
    const counter = stack.use(createSynthesisCounter(createPgUsageStore(database), clock, logger));
    const observe = synthesisMetrics(metrics);

    await bus.serve(indexCall, async ({ entries }, { scope }) => ({ indexed: await indexEntries(store, scope, entries) }));
    await bus.serve(removeCall, async ({ ids }, { scope }) => ({ removed: await removeEntries(store, scope, ids) }));
    await bus.serve(operationCall(synthesizeOperation), ({ body }, { scope }) =>
      observe(async () => {
        const answer = await synthesize({ index, embedder: null }, scope, body ?? synthesizeRequestSchema.parse({}));
        counter.count(scope);
        return answer;
      }),
    );
    await bus.serve(readSynthesisUsage, async ({ day }, { scope }) => ({ syntheses: await counter.read(scope, day) }));
    return stack;
  });
