import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { IndexedSession } from '@strata/contracts/calls/synthesis';
import type { SynthesizeRequest } from '@strata/contracts/schemas/synthesis';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import { CloseStack } from '@strata/platform/lifecycle/closeable';
import { eventually } from '@strata/testkit/eventually';
import { expectLabelled } from '@strata/testkit/expect-labelled';
import { seeded, type Random } from '@strata/testkit/seeded-random';
import { describeOnDatabase } from '@strata/testkit/test-databases';
import { startEmbeddingServer } from './embedding-server-fixture.ts';
import { aboutEndUsers, END_USERS, randomEntries, TAGS, WORDS } from './random-policies.ts';
import { memory, startSynthesisFixture, withoutId, type SynthesisFixture } from './synthesis-fixture.ts';

const tenant = (tenantId: string): TenantScope => ({ tenantId, environment: 'live' });
const REQUESTS = 25;

function randomRequest(random: Random): SynthesizeRequest {
  const oneOf = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T;
  const words = Array.from({ length: 3 }, () => oneOf(WORDS)).join(' ');
  return {
    ...{ tags: [], includeArtifacts: random() < 0.85, includeMemories: random() < 0.85, format: 'both', explain: true },
    maxTokens: random() < 0.5 ? 120 : 2_000,
    ...(random() < 0.85 ? { query: random() < 0.3 ? `What did Ada say of order 471100 and ${words}?` : words } : {}),
    ...(random() < 0.2 ? { tags: [oneOf(TAGS)] } : {}),
    ...(random() < 0.3 ? { agentId: oneOf(['agt_1', 'loose']) } : {}),
    ...(random() < 0.5 ? { userId: oneOf(END_USERS) } : {}),
    ...(random() < 0.2 ? { namespaceId: 'nsp_a' } : {}),
    ...(random() < 0.2 ? { sessionId: 'session-3' } : {}),
    ...(random() < 0.2 ? { since: '2024-01-01T00:20:00Z', until: '2024-01-01T00:50:00Z' } : {}),
  };
}

describeOnDatabase('A copy of the index', (backend) => {
  const stack = new CloseStack();
  let copying: SynthesisFixture;
  /** Another process on the same database. */
  let other: SynthesisFixture;

  beforeAll(async () => {
    const database = stack.use(await backend.start());
    const { settings } = stack.use(await startEmbeddingServer());
    copying = await startSynthesisFixture(backend, settings, undefined, database);
    stack.defer(() => copying.close());
    other = await startSynthesisFixture(backend, { ...settings, INDEX_COPIES_MB: 0 }, undefined, database);
    stack.defer(() => other.close());
  });
  afterAll(() => stack.close());

  const counted = async (metric: string, label: string): Promise<number> =>
    Number(
      new RegExp(`^${metric}\\{[^}]*${label}[^}]*\\} (\\d+)$`, 'm').exec(await copying.metrics.render())?.[1] ?? 0,
    );
  const refreshes = (): Promise<number> => counted('strata_search_index_refreshes_total', 'outcome="current"');
  const viewsOfCopies = (): Promise<number> => counted('strata_search_index_views_total', 'source="copy"');

  const packsOf = async ({ tenantId }: TenantScope): Promise<number> => {
    const [row] = await copying.sql<{ packs: string }>(
      `select count(*) as packs from synthesis.packs where tenant_id = '${tenantId}'`,
    );
    return Number(row?.packs);
  };

  /** Asks until a copy answers. */
  const askCopy = async (scope: TenantScope, request: SynthesizeRequest) => {
    let pack = await copying.synthesize(scope, request);
    await eventually(async () => {
      const before = await viewsOfCopies();
      pack = await copying.synthesize(scope, request);
      return (await viewsOfCopies()) > before;
    });
    return withoutId(pack);
  };

  it.each([
    // Entries about other end users are hidden, so that the database looks for the nearest ones.
    { name: 'with-end-users', hasEndUsers: true },
    { name: 'without-end-users', hasEndUsers: false },
  ])('gives the packs that the database gives, of entries $name', async ({ name, hasEndUsers }) => {
    const random = seeded(7);
    const scope = tenant(name);
    const plain = randomEntries(random, 120);
    const entries = hasEndUsers ? aboutEndUsers(random, plain) : plain;
    await other.index(scope, [...entries, memory('Always anchor with a rope', { speaker: 'user' })]);
    const sessions = entries.flatMap((entry): IndexedSession[] => {
      if (entry.type !== 'memory' || entry.position !== 0) return [];
      const { agentId, namespaceId, sessionId } = entry;
      const outcome = random() < 0.5 ? 'failure' : 'success';
      return [
        {
          agentId,
          namespaceId,
          sessionId,
          outcome,
          identifiers: random() < 0.3 ? ['471100'] : [],
          names: random() < 0.3 ? ['Ada'] : [],
        },
      ];
    });
    await other.summarize(scope, sessions);
    for (let i = 0; i < REQUESTS; i++) {
      const request = randomRequest(random);
      const copied = await askCopy(scope, request);
      expectLabelled(JSON.stringify(request), copied).toEqual(withoutId(await other.synthesize(scope, request)));
    }
  });

  it('is not used after a write of another process', async () => {
    const scope = tenant('written');
    const ask: SynthesizeRequest = {
      ...{ query: 'harbour', maxTokens: 2_000, tags: [], format: 'sections', explain: false },
      ...{ includeArtifacts: true, includeMemories: true },
    };
    const shown = async (): Promise<string[]> =>
      (await copying.synthesize(scope, ask)).sections.map(({ content }) => content);
    const first = memory('The harbour is closed');
    await other.index(scope, [first]);
    await askCopy(scope, ask);

    await other.index(scope, [memory('The harbour has two piers', { id: 'mem_added' })]);
    const before = { packs: await packsOf(scope), refreshes: await refreshes() };
    expect(await shown()).toHaveLength(2);
    // The pack that was made from the outdated copy is neither returned nor counted.
    expect(await packsOf(scope)).toBe(before.packs + 1);
    await askCopy(scope, ask);
    expect(await refreshes()).toBe(before.refreshes + 1);

    await other.index(scope, [memory('The harbour has three piers', { id: 'mem_added', revision: 2 })]);
    expect((await shown()).join()).toContain('three piers');
    await askCopy(scope, ask);

    await other.summarize(scope, [
      { agentId: null, namespaceId: null, sessionId: first.sessionId, outcome: 'failure', identifiers: [], names: [] },
    ]);
    expect((await copying.synthesize(scope, ask)).sections.map(({ outcome }) => outcome)).toContain('failure');
    await askCopy(scope, ask);

    const { packId } = await other.synthesize(scope, ask);
    await other.feedback(scope, { packId, outcome: 'failure' });
    const { sections } = await copying.synthesize(scope, { ...ask, explain: true });
    for (const { score } of sections) expect(score?.parts.helpedFactor).toBeLessThan(1);
    await askCopy(scope, ask);

    await other.remove(scope, [first.id]);
    expect((await shown()).join()).not.toContain('closed');
    expect(JSON.stringify(await askCopy(scope, ask))).not.toContain('closed');
  });
});
