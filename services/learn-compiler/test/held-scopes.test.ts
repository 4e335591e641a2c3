import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { ClaimedEvent } from '@strata/contracts/calls/ingest';
import { newId } from '@strata/kernel/ids';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { Database } from '@strata/platform/database/database';
import { openAll, type Closeable } from '@strata/platform/lifecycle/closeable';
import { describeOnDatabase } from '@strata/testkit/test-databases';
import fc from 'fast-check';
import { retractEvents } from '../src/adapters/pg-retraction.ts';
import { createThreadCompiler } from '../src/adapters/thread-compiler.ts';
import { compileChanges } from '../src/learning/compile-changes.ts';
import type { KnowledgeStore } from '../src/learning/knowledge-store.ts';
import type { ScopeCompiler } from '../src/learning/scope-compiler.ts';
import { digest, knowledgeIn, openLearnDatabase } from './knowledge-store-fixture.ts';
import { supportEvents } from './support-events-fixture.ts';

const SESSIONS = 16;
const PLENTY = 300_000;
const FEW = 60;

/** What may happen between two compilations. */
type Happening =
  | { readonly kind: 'capture' | 'forget'; readonly session: number; readonly share: number }
  | { readonly kind: 'compile'; readonly by: number };

const happening: fc.Arbitrary<Happening> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('capture' as const),
      session: fc.nat({ max: SESSIONS - 1 }),
      share: fc.constantFrom(0.5, 1),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('forget' as const),
      session: fc.nat({ max: SESSIONS - 1 }),
      share: fc.constantFrom(0.5, 1),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('compile' as const), by: fc.nat({ max: 2 }) }) },
);

describeOnDatabase('A learning scope that compilers keep', (backend) => {
  let host: Closeable;
  let database: Database;
  let store: KnowledgeStore;
  /** Two that keep what they compiled, as two replicas do, and one that has no room for it. */
  let compilers: (Closeable & ScopeCompiler)[];
  const noSignal = new AbortController().signal;
  const tenant = (): TenantScope => ({ tenantId: newId('ten'), environment: 'live' });

  beforeAll(async () => {
    host = await openAll(async (stack) => {
      database = await openLearnDatabase(stack, backend);
      store = knowledgeIn(database);
      compilers = [PLENTY, PLENTY, 1].map((held) => stack.use(createThreadCompiler(1, held)));
      return stack;
    });
  });
  afterAll(() => host.close());

  async function compile(scope: TenantScope, compiler: ScopeCompiler | undefined, maxSteps: number): Promise<void> {
    if (compiler === undefined) throw new Error('No such compiler');
    for (const place of await store.changedScopes(scope, undefined)) {
      const of = { scope, place, maxSteps, artifactType: undefined, signal: noSignal };
      await store.saveCompiled(scope, place, await compileChanges(store, compiler, of), undefined);
    }
  }

  const rows = (scope: TenantScope, sql: string): Promise<unknown[]> => database.inTenant(scope, (tx) => tx.query(sql));
  const artifacts = (scope: TenantScope) =>
    rows(
      scope,
      `select title, content, tags, source_events, source_sessions, confidence, token_count from artifacts
       where is_active order by title collate "C"`,
    );
  const links = (scope: TenantScope) =>
    rows(scope, 'select artifact_id, memory_id from artifact_memories order by 1, 2');

  /** Compiles with a compiler that holds nothing, as if nothing were known of what is stored. */
  async function storeAgain(scope: TenantScope, maxSteps: number): Promise<void> {
    await database.inTenant(scope, async (tx) => {
      await tx.execute('update artifacts set fingerprint = null');
      await tx.execute('update memories set fingerprint = null');
      await tx.execute(
        `insert into changed_scopes (tenant_id, environment, agent_id, namespace_id, mark)
         values ($1, $2, 'support', '', nextval('revisions'))`,
        [scope.tenantId, scope.environment],
      );
    });
    await compile(scope, compilers[2], maxSteps);
  }

  test('gives what compiling all at once gives, whatever was captured, deleted and kept where in between', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(happening, { minLength: 4, maxLength: 40 }),
        fc.constantFrom(PLENTY, FEW),
        async (happenings, maxSteps) => {
          const scope = tenant();
          const all = supportEvents('support', 0, SESSIONS / 2);
          const ids = [...new Set(all.map(({ sessionId }) => sessionId))];
          const sessions = ids.map((id) => all.filter(({ sessionId }) => sessionId === id));
          const [captured, forgotten] = [new Set<ClaimedEvent>(), new Set<ClaimedEvent>()];
          for (const what of happenings) {
            if (what.kind === 'compile') await compile(scope, compilers[what.by], maxSteps);
            else {
              const events = sessions[what.session] ?? [];
              const some = events.slice(0, Math.ceil(what.share * events.length));
              if (what.kind === 'capture') {
                const fresh = some.filter((event) => !captured.has(event));
                for (const event of fresh) captured.add(event);
                await digest(store, scope, fresh);
              } else {
                const gone = some.filter((event) => captured.has(event));
                for (const event of gone) forgotten.add(event);
                const ids = gone.map(({ id }) => id);
                await database.inTenant(scope, (tx) => retractEvents(tx, scope, ids));
              }
            }
          }
          await compile(scope, compilers[0], maxSteps);

          const other = tenant();
          await digest(
            store,
            other,
            all.filter((event) => captured.has(event) && !forgotten.has(event)),
          );
          await compile(other, compilers[2], maxSteps);
          expect(await artifacts(scope)).toEqual(await artifacts(other));

          const before = [await artifacts(scope), await links(scope)];
          await storeAgain(scope, maxSteps);
          expect([await artifacts(scope), await links(scope)]).toEqual(before);
        },
      ),
      { numRuns: 12 },
    );
  });

  test('writes nothing for artifacts that one more session does not change', async () => {
    const scope = tenant();
    await digest(store, scope, supportEvents('support', 0, 6));
    await compile(scope, compilers[0], PLENTY);
    const before = await rows(scope, 'select id, revision, fingerprint from artifacts order by id');
    const talk = supportEvents('support', 90, 1).filter(({ type }) => type === 'message');
    await digest(store, scope, talk);
    await compile(scope, compilers[0], PLENTY);
    expect(before.length).toBeGreaterThan(1);
    expect(await rows(scope, 'select id, revision, fingerprint from artifacts order by id')).toEqual(before);
  });
});
