import { afterAll, beforeAll, describe } from '@jest/globals';
import { createTestLogger } from '@strata/testkit/test-logger';
import { attackRules } from './access/attack-rules.ts';
import { foreignIdRules } from './access/foreign-id-rules.ts';
import { vaultAccessRules } from './access/vault-access-rules.ts';
import { credentialRules } from './access/credential-rules.ts';
import { deploymentSecrets } from './fixtures/spawned-system.ts';
import { createAccessFixture, type AccessFixture } from './access/access-fixture.ts';
import { describeOnSystems } from './fixtures/system-fixture.ts';

describeOnSystems('who may do what', (start) => {
  const log = createTestLogger();
  let stage: AccessFixture;
  beforeAll(async () => {
    const { JWT_PRIVATE_KEY: signingKey = '' } = deploymentSecrets();
    const { JWT_PRIVATE_KEY: otherKey = '' } = deploymentSecrets();
    const unlimited = { DEFAULT_PLAN: 'enterprise', ANONYMOUS_REQUESTS_PER_MINUTE: '1000000' };
    const settings = { JWT_PRIVATE_KEY: signingKey, ...unlimited };
    stage = await createAccessFixture(await start({ settings, logger: log.logger }), signingKey, otherKey);
  }, 120_000);
  afterAll(() => stage.close());

  describe('credentials', () => {
    credentialRules(() => stage);
  });
  describe('what is another’s', () => {
    foreignIdRules(() => stage);
  });
  describe('of vaults and rules on secrets', () => {
    vaultAccessRules(() => stage);
  });
  describe('under attack', () => {
    attackRules(
      () => stage,
      () => log.text(),
    );
  });
});
