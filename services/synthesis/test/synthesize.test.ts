import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { describeOnDatabases } from '@strata/testkit/test-databases';
import { artifact, memory, startRig, type Rig } from './rig.ts';

const live = { tenantId: 'ten_a', environment: 'live' } as const;

describeOnDatabases('synthesize', (backend) => {
  let rig: Rig;
  beforeAll(async () => {
    rig = await startRig(backend);
  });
  afterAll(() => rig.close());

  test('what was indexed is found by its words', async () => {
    const wanted = memory('The deployment failed because the certificate had expired', { speaker: 'Ada' });
    await rig.index(live, [wanted, memory('We had soup for lunch'), artifact('Renew a certificate')]);
    const pack = await rig.ask(live, { query: 'Why did the deployment fail?' });
    expect(pack.sections[0]).toEqual({
      type: 'memory',
      content: '[1 March 2024] Ada: The deployment failed because the certificate had expired',
      source: wanted.id,
      confidence: 0.9,
    });
    expect(pack.contextPack.estimatedTokens).toBe(pack.totalTokens);
  });
});
