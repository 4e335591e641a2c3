import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { CloseStack } from '@strata/platform/lifecycle/closeable';
import { createAccessFixture, type AccessFixture } from './access/access-fixture.ts';
import { credentialRules } from './access/credential-rules.ts';
import { foreignIdRules } from './access/foreign-id-rules.ts';
import { endToEndRules } from './end-to-end/end-to-end-rules.ts';
import { newSigningKey } from './fixtures/deployment-secrets.ts';
import { oneOperationPerMethod } from './fixtures/select-operations.ts';
import { startStandalone, UNLIMITED } from './fixtures/system-fixture.ts';

/** The matrices of access run with one operation a method here, and whole in `access.test.ts`. */
describe('The standalone process', () => {
  const stack = new CloseStack();
  let base: string;
  let access: AccessFixture;

  beforeAll(async () => {
    const signingKey = newSigningKey();
    const settings = { ...UNLIMITED, JWT_PRIVATE_KEY: signingKey, PUBLIC_METRICS: 'false' };
    ({ base } = stack.use(await startStandalone({ settings })));
    access = await createAccessFixture(base, signingKey, newSigningKey());
    stack.defer(() => access.close());
  });
  afterAll(() => stack.close());

  // First: it compares data before and after, and nothing else may change it meanwhile.
  describe('foreign data', () => {
    foreignIdRules(() => access, oneOperationPerMethod);
  });
  endToEndRules(() => base);
  test('listens on 127.0.0.1 only, unless HOST is set', async () => {
    const elsewhere = base.replace('127.0.0.1', '127.0.0.2');
    await expect(fetch(elsewhere, { signal: AbortSignal.timeout(5_000) })).rejects.toThrow();
    expect((await fetch(`${base.replace('127.0.0.1', 'localhost')}/health`)).status).toBe(200);
  });
  test('does not serve /metrics if PUBLIC_METRICS is false', async () => {
    expect((await fetch(`${base}/metrics`)).status).toBe(404);
  });
  describe('credentials', () => {
    credentialRules(() => access, oneOperationPerMethod);
  });
});
