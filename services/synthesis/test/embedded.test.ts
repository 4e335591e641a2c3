import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { embeddedDatabase } from '@strata/testkit/test-databases';
import { artifact, memory, startSynthesisFixture, type SynthesisFixture } from './synthesis-fixture.ts';

const scope = { tenantId: 'harbour', environment: 'live' } as const;

describe('Synthesis on the embedded database', () => {
  let fixture: SynthesisFixture;
  beforeAll(async () => {
    fixture = await startSynthesisFixture(embeddedDatabase);
  });
  afterAll(() => fixture.close());

  it('finds what is indexed, counts the synthesis, forgets what is removed, and shows nothing to another tenant', async () => {
    const [pearl, anchor] = [memory('The diver found a pearl'), memory('The anchor is spare')];
    const diving = artifact('Diving for a pearl', { sourceMemories: [pearl.id] });
    expect(await fixture.index(scope, [pearl, anchor, diving])).toBe(3);
    const query = { query: 'Who found the pearl?' };
    const pack = await fixture.synthesize(scope, query);
    expect(pack.sections.map(({ source }) => source).sort()).toEqual([diving.id, pearl.id].sort());
    expect(await fixture.usage(scope, new Date().toISOString().slice(0, 10))).toBe(1);
    expect(await fixture.synthesize({ ...scope, tenantId: 'desert' }, query)).toMatchObject({ sections: [] });

    expect(await fixture.remove(scope, [pearl.id, diving.id])).toBe(2);
    expect(await fixture.synthesize(scope, query)).toMatchObject({ sections: [] });
  });
});
