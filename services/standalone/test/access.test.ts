import { afterAll, beforeAll, describe } from '@jest/globals';
import { createTestLogger } from '@strata/testkit/test-logger';
import { accessRulesUnderAttack } from './end-to-end/access-rules-attacks.ts';
import { accessRulesForIds } from './end-to-end/access-rules-ids.ts';
import { accessRulesForVaults } from './end-to-end/access-rules-vaults.ts';
import { accessRules } from './end-to-end/access-rules.ts';
import { deploymentSecrets } from './end-to-end/spawned.ts';
import { setStage, type Stage } from './end-to-end/stage.ts';
import { describeOnSystems } from './end-to-end/start-systems.ts';

describeOnSystems('who may do what', (start) => {
  const log = createTestLogger();
  let stage: Stage;
  beforeAll(async () => {
    const { JWT_PRIVATE_KEY: signingKey = '' } = deploymentSecrets();
    const { JWT_PRIVATE_KEY: otherKey = '' } = deploymentSecrets();
    const unlimited = { DEFAULT_PLAN: 'enterprise', ANONYMOUS_REQUESTS_PER_MINUTE: '1000000' };
    const settings = { JWT_PRIVATE_KEY: signingKey, ...unlimited };
    stage = await setStage(await start({ settings, logger: log.logger }), signingKey, otherKey);
  }, 120_000);
  afterAll(() => stage.close());

  describe('credentials', () => {
    accessRules(() => stage);
  });
  describe('what is another’s', () => {
    accessRulesForIds(() => stage);
  });
  describe('of vaults and rules on secrets', () => {
    accessRulesForVaults(() => stage);
  });
  describe('under attack', () => {
    accessRulesUnderAttack(
      () => stage,
      () => log.text(),
    );
  });
});
