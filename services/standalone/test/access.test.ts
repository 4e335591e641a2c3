import { afterAll, beforeAll } from '@jest/globals';
import { CloseStack } from '@strata/platform/lifecycle/closeable';
import { createTestLogger } from '@strata/testkit/test-logger';
import { createAccessFixture, type AccessFixture } from './access/access-fixture.ts';
import { accessRules } from './access/access-rules.ts';
import { newSigningKey } from './fixtures/deployment-secrets.ts';
import { describeOnSystem, UNLIMITED } from './fixtures/system-fixture.ts';

describeOnSystem('Access', (start) => {
  const stack = new CloseStack();
  const log = createTestLogger();
  let fixture: AccessFixture;
  beforeAll(async () => {
    const signingKey = newSigningKey();
    const settings = { ...UNLIMITED, JWT_PRIVATE_KEY: signingKey };
    const { base } = stack.use(await start({ settings, logger: log.logger }));
    fixture = await createAccessFixture(base, signingKey, newSigningKey());
    stack.defer(() => fixture.close());
  });
  afterAll(() => stack.close());

  accessRules(
    () => fixture,
    () => log.text(),
  );
});
