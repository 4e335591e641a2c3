import { recordAccesses } from '@strata/contracts/calls/organizations';
import {
  indexEntries as indexCall,
  readSynthesisUsage,
  removeEntries as removeCall,
} from '@strata/contracts/calls/synthesis';
import { operationCall } from '@strata/contracts/operation';
import { synthesize as synthesizeOperation } from '@strata/contracts/operations/synthesize';
import { decisionContextOf } from '@strata/policy/principal';
import { synthesizeRequestSchema } from '@strata/contracts/schemas/synthesis';
import { openAll, type CloseStack } from '@strata/platform/lifecycle/closeable';
import { openCommandOutbox } from '@strata/platform/outbox/command-outbox';
import { openPolicyCache } from '@strata/policy/open-policy-cache';
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

/** Sends what is in the outbox, of every tenant. */
const RELAY_ROLE = 'strata_synthesis_relay';

const SCHEMA = {
  schema: 'synthesis',
  role: 'strata_synthesis',
  extraRoles: ['strata_synthesis_search', RELAY_ROLE],
  migrations: new URL('../migrations', import.meta.url),
};

/** The synthesis service: its index, and everything it answers on the bus. */
export const createSynthesis = (config: SynthesisConfig, parts: ServiceParts): Promise<RunningService> =>
  openAll(async (stack: CloseStack) => {
    const { bus, clock, logger, metrics } = parts;
    const database = stack.use(await openDatabase(SCHEMA, config, parts));
    const vectors = await openVectorArm(config, parts, database, stack);
    const store = createPgEntryStore(database, vectors?.enqueue);
    const index = createPgSearchIndex(database, vectors?.nearest);
    const commands = [recordAccesses];
    const outbox = stack.use(openCommandOutbox({ database, relayRole: RELAY_ROLE, commands, bus, logger }));
    const usage = createPgUsageStore(database, outbox);
    const policies = stack.use(await openPolicyCache(bus, { logger }));
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
    const synthesisParts = { index, embedder: vectors?.queryEmbedder ?? null };
    await bus.serve(operationCall(synthesizeOperation), ({ body }, context) =>
      observe(() =>
        counted(context, async () => {
          const { scope } = context;
          const engine = await policies.engineFor(scope);
          const request = body ?? synthesizeRequestSchema.parse({});
          const visible = engine.readFilters(decisionContextOf(context, clock.now(), request.agentId));
          return synthesize(synthesisParts, scope, visible, request);
        }),
      ),
    );
    await bus.serve(readSynthesisUsage, async ({ day }, { scope }) => ({ syntheses: await usage.read(scope, day) }));
    const checks = { database: databaseCheck(database) };
    await joinSystem(stack, bus, { service: 'synthesis', checks, connections: () => database.figures() });
    return { checks, close: () => stack.close() };
  });
