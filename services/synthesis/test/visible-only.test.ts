import { afterAll, beforeAll, it } from '@jest/globals';
import type { IndexedSession } from '@strata/contracts/calls/synthesis';
import type { Facts } from '@strata/contracts/schemas/policy-facts';
import type { SynthesizeRequest } from '@strata/contracts/schemas/synthesis';
import type { Actor } from '@strata/kernel/actor';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import { expectLabelled } from '@strata/testkit/expect-labelled';
import { describeOnDatabase } from '@strata/testkit/test-databases';
import {
  aboutEndUsers,
  END_USERS,
  randomActor,
  randomEntries,
  randomFacts,
  TAGS,
  visibleEntries,
  WORDS,
  type Entry,
} from './random-policies.ts';
import { seeded, type Random } from '@strata/testkit/seeded-random';
import { startEmbeddingServer, type EmbeddingServer } from './embedding-server-fixture.ts';
import { startSynthesisFixture, withoutId, type SynthesisFixture } from './synthesis-fixture.ts';

const tenant = (tenantId: string): TenantScope => ({ tenantId, environment: 'live' });
const OUTCOMES = ['failure', 'success', null] as const;
const SEEDS = 12;
const REQUESTS = 8;

function randomRequest(random: Random): Partial<SynthesizeRequest> {
  const word = (): string => WORDS[Math.floor(random() * WORDS.length)] ?? '';
  const query = [word(), word(), word()].join(' ');
  return {
    explain: true,
    maxTokens: random() < 0.5 ? 120 : 2_000,
    ...(random() < 0.8 ? { query: random() < 0.2 ? `What did Ada say about ${query}?` : query } : {}),
    ...(random() < 0.3 ? { tags: [TAGS[Math.floor(random() * TAGS.length)] ?? ''] } : {}),
    ...(random() < 0.3 ? { agentId: random() < 0.5 ? 'agt_1' : 'loose' } : {}),
    ...(random() < 0.7 ? { userId: END_USERS[Math.floor(random() * 2)] } : {}),
    ...(random() < 0.2 ? { namespaceId: 'nsp_a' } : {}),
    ...(random() < 0.15 ? { includeMemories: false } : {}),
    ...(random() < 0.15 ? { includeArtifacts: false } : {}),
  };
}

/** How the sessions of entries ended. Sessions of several places have the same ids. */
function outcomesOf(entries: readonly Entry[]): IndexedSession[] {
  const sessions = entries.flatMap((entry): [string, IndexedSession][] => {
    if (entry.type !== 'memory') return [];
    const { agentId, namespaceId, sessionId } = entry;
    const key = [agentId, namespaceId, sessionId].join();
    const outcome = OUTCOMES[[...key].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % OUTCOMES.length] ?? null;
    return [[key, { agentId, namespaceId, sessionId, outcome, identifiers: [], names: [] }]];
  });
  return [...new Map(sessions).values()];
}

describeOnDatabase('A synthesis under random policies, for random end users', (backend) => {
  let fixture: SynthesisFixture;
  let server: EmbeddingServer;
  let withVectors: SynthesisFixture;
  beforeAll(async () => {
    fixture = await startSynthesisFixture(backend);
    server = await startEmbeddingServer();
    withVectors = await startSynthesisFixture(backend, server.settings);
  });
  afterAll(async () => {
    await withVectors.close();
    await server.close();
    await fixture.close();
  });

  /** Compares an index of all entries under the policies with an index of the visible entries without policies. */
  const expectSame = async (
    on: SynthesisFixture,
    name: string,
    { entries, facts, actor }: { entries: Entry[]; facts: Facts; actor: Actor },
    request: Partial<SynthesizeRequest>,
  ): Promise<void> => {
    const visible = visibleEntries(facts, actor, entries, request);
    if (visible.length > 0) await on.index(tenant(`${name}-visible`), visible);
    await on.summarize(tenant(`${name}-all`), outcomesOf(entries));
    await on.summarize(tenant(`${name}-visible`), outcomesOf(visible));
    await on.setPolicyFacts(`${name}-all`, facts);
    const [governed, reference] = await Promise.all([
      on.synthesize(tenant(`${name}-all`), request, actor),
      on.synthesize(tenant(`${name}-visible`), request),
    ]);
    expectLabelled(`${name} ${JSON.stringify(request)}`, withoutId(governed)).toEqual(withoutId(reference));
  };

  it.each(Array.from({ length: SEEDS }, (_, seed) => seed))(
    'equals one over the visible entries only (seed %i)',
    async (seed) => {
      const random = seeded(seed + 1);
      const entries = aboutEndUsers(random, randomEntries(random, 40 + Math.floor(random() * 60)));
      for (let i = 0; i < REQUESTS; i++) {
        const name = `w${String(seed)}-${String(i)}`;
        await fixture.index(tenant(`${name}-all`), entries);
        const facts = randomFacts(random, entries);
        await expectSame(fixture, name, { entries, facts, actor: randomActor(random) }, randomRequest(random));
      }
    },
  );

  it.each([100, 200, 300])('equals one over the visible entries only, with vectors (seed %i)', async (seed) => {
    const random = seeded(seed);
    const entries = aboutEndUsers(random, randomEntries(random, 40));
    for (let i = 0; i < 3; i++) {
      const name = `v${String(seed)}-${String(i)}`;
      await withVectors.index(tenant(`${name}-all`), entries);
      const facts = randomFacts(random, entries);
      await expectSame(withVectors, name, { entries, facts, actor: randomActor(random) }, randomRequest(random));
    }
  });
});
