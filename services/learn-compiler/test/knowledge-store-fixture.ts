import type { ClaimedEvent } from '@strata/contracts/calls/ingest';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { Database } from '@strata/platform/database/database';
import type { CloseStack } from '@strata/platform/lifecycle/closeable';
import { createMetrics } from '@strata/platform/metrics/create-metrics';
import { openDatabase } from '@strata/platform/service/open-database';
import type { TestBackend } from '@strata/testkit/test-databases';
import { silentLogger } from '@strata/testkit/test-logger';
import { LEARN_SCHEMA } from '../src/adapters/learn-schema.ts';
import { createPgKnowledgeStore } from '../src/adapters/pg-knowledge-store.ts';
import { digestPage } from '../src/learning/digest-page.ts';
import type { KnowledgeStore } from '../src/learning/knowledge-store.ts';

/** The database of the service without the service, which `stack` closes. */
export async function openLearnDatabase(stack: CloseStack, backend: TestBackend): Promise<Database> {
  const { connection } = stack.use(await backend.start());
  const parts = { connection, logger: silentLogger, metrics: createMetrics({ service: 'test' }) };
  return stack.use(await openDatabase(LEARN_SCHEMA, { DATABASE_POOL_SIZE: 2 }, parts));
}

/** The knowledge in that database. */
export const knowledgeIn = (database: Database): KnowledgeStore =>
  createPgKnowledgeStore(database, () => Promise.resolve());

/** Stores the steps and memories of events, without compiling them. */
export async function digest(
  store: KnowledgeStore,
  scope: TenantScope,
  events: readonly ClaimedEvent[],
): Promise<void> {
  const { steps, memories } = await digestPage(store, scope, events);
  await store.savePage(scope, steps, memories);
}
