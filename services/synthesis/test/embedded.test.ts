import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { embeddedDatabase } from '@strata/testkit/test-databases';
import { artifact, memory, startRig, type Rig } from './rig.ts';

const scope = { tenantId: 'harbour', environment: 'live' } as const;

describe('Synthesis on the embedded database', () => {
  let rig: Rig;
  beforeAll(async () => {
    rig = await startRig(embeddedDatabase);
  });
  afterAll(() => rig.close());

  it('finds what is indexed, counts the synthesis, forgets what is removed, and shows nothing to another tenant', async () => {
    const [pearl, anchor] = [memory('The diver found a pearl'), memory('The anchor is spare')];
    const diving = artifact('Diving for a pearl', { sourceMemories: [pearl.id] });
    expect(await rig.index(scope, [pearl, anchor, diving])).toBe(3);
    const query = { query: 'Who found the pearl?' };
    const pack = await rig.ask(scope, query);
    expect(pack.sections.map(({ source }) => source).sort()).toEqual([diving.id, pearl.id].sort());
    expect(await rig.usage(scope, new Date().toISOString().slice(0, 10))).toBe(1);
    expect(await rig.ask({ ...scope, tenantId: 'desert' }, query)).toMatchObject({ sections: [] });

    expect(await rig.remove(scope, [pearl.id, diving.id])).toBe(2);
    expect(await rig.ask(scope, query)).toMatchObject({ sections: [] });
  });
});
