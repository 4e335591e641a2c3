import { createPolicy, deletePolicy, listPolicies } from '@strata/contracts/operations/policies';
import { synthesize } from '@strata/contracts/operations/synthesize';
import { pathOf } from '../../fixtures/api-client.ts';
import { dataOf } from '../../fixtures/organization-fixture.ts';
import type { Actor } from './actor.ts';
import type { LedgerClient } from './client.ts';
import type { LoadTenant } from './load-tenant.ts';

/** A service may go on with the policies that it knows for ten seconds; the eleventh is for the answer. */
const KNOWN_MS = 11_000;
/** After this long, a request without an answer has been carried out, or never will be. */
const SETTLED_MS = 10_000;
const TOGGLED = 0.12;

export interface PolicyActor extends Actor {
  /** Whether a policy denies all reads now; undefined if that is not known. */
  readonly isDenied: () => boolean | undefined;
}

/** Denies all reads of a tenant, and allows them again. What is denied must not be returned. */
export function policyChanges(client: LedgerClient, tenant: LoadTenant, memory: string): PolicyActor {
  const params = { orgId: tenant.organization.orgId };
  const { ledger, random } = client;
  let policyId: string | undefined;
  let isDenied: boolean | undefined = false;
  let since = performance.now();
  const know = (denied: boolean | undefined, id: string | undefined): void => {
    [isDenied, policyId, since] = [denied, id, performance.now()];
    if (denied !== undefined) ledger.countPromise('policy changes');
  };

  const toggle = async (): Promise<void> => {
    if (policyId === undefined) {
      const body = { name: 'Closed', effect: 'deny', resource: '*:*', action: 'read', priority: 1 };
      const created = await client.post(tenant.token, pathOf(createPolicy, { params }), body, [201]);
      if (created === undefined) know(undefined, undefined);
      else know(true, (dataOf(created, 201) as { id: string }).id);
    } else {
      const path = pathOf(deletePolicy, { params: { ...params, policyId } });
      know((await client.delete(tenant.token, path)) === undefined ? undefined : false, undefined);
    }
  };

  const findOut = async (): Promise<void> => {
    const answer = await client.get(tenant.token, pathOf(listPolicies, { params }));
    if (answer === undefined) return;
    const [policy] = (dataOf(answer) as { items: { id: string }[] }).items;
    know(policy !== undefined, policy?.id);
  };

  return {
    name: 'policy changes',
    pauseMs: 500,
    isDenied: () => isDenied,
    step: async () => {
      if (isDenied === undefined && performance.now() - since > SETTLED_MS) await findOut();
      else if (isDenied !== undefined && random() < TOGGLED) await toggle();
      const wasDenied = isDenied === true && performance.now() - since > KNOWN_MS;
      const answer = await client.post(tenant.key, synthesize.path, { query: memory, maxTokens: 300 }, [200]);
      if (wasDenied && answer !== undefined) ledger.countPromise('denials respected');
      if (wasDenied && JSON.stringify(answer?.body ?? '').includes(tenant.word))
        ledger.breakRule('policies: a memory was returned more than ten seconds after it was denied');
    },
  };
}
