import { expect, test } from '@jest/globals';
import { TogglingProxy } from '@strata/testkit/toggling-proxy';
import type { NewTenant } from '../fixtures/new-tenant.ts';
import { McpClient } from './mcp-fixture.ts';

/** What the program on standard input and output does while the service is away. */
export function outageRules(base: () => string, tenant: () => NewTenant): void {
  test('a tool says that the service is away, and works again when it is back', async () => {
    const proxy = await TogglingProxy.open(new URL(base()), 80);
    const client = await McpClient.overStdio(proxy.through(new URL(base())), tenant().api.credential, 'auto');
    const recall = () => client.call('recall', { query: 'schema lock is stale' });
    try {
      expect((await recall()).isError).toBe(false);
      proxy.cut();
      const failed = await recall();
      expect(failed.isError).toBe(true);
      expect(failed.text).toMatch(
        /^Failed \(connection_failed\): Strata could not be reached.* Go on without memory\.$/,
      );
      proxy.mend();
      expect((await recall()).isError).toBe(false);
    } finally {
      await client.close();
      await proxy.close();
    }
  });

  test('a wrong key is an error that names the remedy', async () => {
    const client = await McpClient.overStdio(base(), 'strata_live_wrong', 'auto');
    const failed = await client.call('recall', { query: 'x' });
    expect(failed).toMatchObject({ isError: true });
    expect(failed.text).toMatch(/^Failed \(unauthorized\): .* another one\.$/);
    await client.close();
  });

  test('the program does not start without a key, and says what is missing', async () => {
    await expect(McpClient.overStdio(base(), '', 'legacy')).rejects.toThrow(/closed/i);
  });
}
