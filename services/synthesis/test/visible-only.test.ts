import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Facts } from '@strata/contracts/schemas/policy-facts';
import type { SynthesizeRequest } from '@strata/contracts/schemas/synthesis';
import type { Actor } from '@strata/kernel/actor';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import { describeOnDatabase } from '@strata/testkit/test-databases';
import { randomActor, randomEntries, randomFacts, TAGS, visibleEntries, WORDS, type Entry } from './random-policies.ts';
import { seeded, type Random } from '@strata/testkit/seeded-random';
import { startEmbeddingServer, type EmbeddingServer } from './embedding-server-fixture.ts';
import { startSynthesisFixture, type SynthesisFixture } from './synthesis-fixture.ts';

const tenant = (tenantId: string): TenantScope => ({ tenantId, environment: 'live' });
const WORLDS = 12;
const ASKED = 8;

function randomRequest(random: Random): Partial<SynthesizeRequest> {
  const word = (): string => WORDS[Math.floor(random() * WORDS.length)] ?? '';
  const query = [word(), word(), word()].join(' ');
  return {
    explain: true,
    maxTokens: random() < 0.5 ? 120 : 2_000,
    ...(random() < 0.8 ? { query: random() < 0.2 ? `What did Ada say about ${query}?` : query } : {}),
    ...(random() < 0.3 ? { tags: [TAGS[Math.floor(random() * TAGS.length)] ?? ''] } : {}),
    ...(random() < 0.3 ? { agentId: random() < 0.5 ? 'agt_1' : 'loose' } : {}),
    ...(random() < 0.15 ? { includeMemories: false } : {}),
    ...(random() < 0.15 ? { includeArtifacts: false } : {}),
  };
}

describeOnDatabase('what a caller may not read is as if it were not in the index', (backend) => {
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

  /** Asks an index of everything under the facts, and an index of what is visible alone as nobody whom they are about. */
  const compare = async (
    on: SynthesisFixture,
    name: string,
    { entries, facts, actor }: { entries: Entry[]; facts: Facts; actor: Actor },
    request: Partial<SynthesizeRequest>,
  ): Promise<number> => {
    const visible = visibleEntries(facts, actor, entries, request.agentId);
    if (visible.length > 0) await on.index(tenant(`${name}-visible`), visible);
    await on.setPolicyFacts(`${name}-all`, facts);
    const [governed, alone] = await Promise.all([
      on.synthesize(tenant(`${name}-all`), request, actor),
      on.synthesize(tenant(`${name}-visible`), request),
    ]);
    expect({ name, request, ...governed }).toEqual({ name, request, ...alone });
    return governed.sections.length;
  };

  test.each(Array.from({ length: WORLDS }, (_, seed) => seed))('in a random world (%i)', async (seed) => {
    const random = seeded(seed + 1);
    const entries = randomEntries(random, 40 + Math.floor(random() * 60));
    for (let i = 0; i < ASKED; i++) {
      const name = `w${String(seed)}-${String(i)}`;
      await fixture.index(tenant(`${name}-all`), entries);
      const facts = randomFacts(random, entries);
      await compare(fixture, name, { entries, facts, actor: randomActor(random) }, randomRequest(random));
    }
  });

  test.each([100, 200, 300])('with vectors as well (%i)', async (seed) => {
    const random = seeded(seed);
    const entries = randomEntries(random, 40);
    for (let i = 0; i < 3; i++) {
      const name = `v${String(seed)}-${String(i)}`;
      await withVectors.index(tenant(`${name}-all`), entries);
      const facts = randomFacts(random, entries);
      await compare(withVectors, name, { entries, facts, actor: randomActor(random) }, randomRequest(random));
    }
  });
});
