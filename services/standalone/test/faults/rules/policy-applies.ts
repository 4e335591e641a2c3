import { eventually } from '@strata/testkit/eventually';
import { ApiClient } from '../../fixtures/api-client.ts';
import { synthesizedText } from '../../fixtures/organization-fixture.ts';
import type { FaultSystem } from '../fault-system.ts';
import { FERRY, type LoadOnSystem } from '../load/start-load.ts';

/** What a policy denies is not returned, and what none denies is. */
export async function policyApplies(
  { cluster }: FaultSystem,
  { ledger, governed, policies }: LoadOnSystem,
): Promise<void> {
  const isDenied = policies.isDenied();
  if (isDenied === undefined) return;
  const api = new ApiClient(cluster.base, governed.key);
  const applies = async (): Promise<boolean> =>
    (await synthesizedText(api, FERRY)).includes(governed.word) === !isDenied;
  await eventually(applies).catch(() =>
    ledger.breakRule(`policies: reads are ${isDenied ? 'denied' : 'allowed'}, and not so in answers`),
  );
}
