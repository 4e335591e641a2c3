import { afterAll, beforeAll, describe } from '@jest/globals';
import { CloseStack } from '@strata/platform/lifecycle/closeable';
import type { NewTenant } from './fixtures/new-tenant.ts';
import { describeOnSystem, UNLIMITED } from './fixtures/system-fixture.ts';
import { doorRules } from './mcp/door-rules.ts';
import { failureRules } from './mcp/failure-rules.ts';
import { listingRules } from './mcp/listing-rules.ts';
import { learnedTenant, McpClient, REVISIONS } from './mcp/mcp-fixture.ts';
import { outageRules } from './mcp/outage-rules.ts';
import { memoryRules } from './mcp/memory-rules.ts';
import { snippetRules } from './mcp/snippet-rules.ts';

describeOnSystem('MCP', (start) => {
  const stack = new CloseStack();
  let base: string;
  let tenant: NewTenant;
  let other: NewTenant;

  beforeAll(async () => {
    ({ base } = stack.use(await start({ settings: UNLIMITED })));
    [tenant, other] = [await learnedTenant(base), await learnedTenant(base)];
  });
  afterAll(() => stack.close());

  /** Over standard input and output the same tools run in a process of their own: there, some rules are checked in one revision. */
  describe.each(['overHttp', 'overStdio'] as const)('%s', (door) => {
    describe.each(REVISIONS)('revision %s', (revision) => {
      let client: McpClient;
      beforeAll(async () => {
        client = stack.use(await McpClient[door](base, tenant.api.credential, revision));
      });

      listingRules(() => client);
      if (door === 'overHttp' || revision === 'legacy')
        memoryRules(
          () => client,
          () => tenant,
        );
      if (door === 'overHttp' || revision === 'auto')
        failureRules(
          () => client,
          () => other,
        );
    });
  });

  outageRules(
    () => base,
    () => tenant,
  );
  snippetRules(
    () => base,
    () => tenant,
  );
  describe('the door', () => {
    doorRules(
      () => base,
      () => tenant,
    );
  });
});
