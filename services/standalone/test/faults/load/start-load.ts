import type { Random } from '@strata/testkit/seeded-random';
import type { FaultSystem } from '../fault-system.ts';
import { batchCaptures, keylessCaptures, singleCaptures } from './capture-actors.ts';
import { LedgerClient } from './client.ts';
import { Ledger } from './ledger.ts';
import { newLoadTenant, type LoadTenant } from './load-tenant.ts';
import { policyChanges, type PolicyActor } from './policy-actor.ts';
import { learns, reads, reveals } from './read-actors.ts';
import { SteadyLoad } from './steady-load.ts';

/** What the tenant with the changing policies has learned. */
export const FERRY = 'When does the ferry leave?';

export interface LoadOnSystem {
  readonly load: SteadyLoad;
  readonly ledger: Ledger;
  /** Those who capture; and the one whose policies change. */
  readonly tenants: readonly LoadTenant[];
  readonly governed: LoadTenant;
  readonly policies: PolicyActor;
}

/** Registers the tenants, and prepares the load; `load.resume()` starts it. */
export async function prepareLoad({ cluster, bases }: FaultSystem, random: Random): Promise<LoadOnSystem> {
  const ledger = new Ledger();
  const client = new LedgerClient(ledger, random, bases);
  const tenants = [await newLoadTenant(cluster.base, 'osprey'), await newLoadTenant(cluster.base, 'lapwing')];
  const governed = await newLoadTenant(cluster.base, 'dunlin');
  await governed.organization.learn({ content: `The ${governed.word} ferry leaves at dawn.` });
  const all = [...tenants, governed];
  const policies = policyChanges(client, governed, FERRY);
  const actors = tenants.flatMap((tenant) => [
    ...['first', 'second'].map((name) => singleCaptures(client, tenant, name)),
    keylessCaptures(client, tenant, 'keyless'),
    batchCaptures(client, tenant, 'batch'),
    reads(
      client,
      tenant,
      all.filter((other) => other !== tenant),
    ),
    learns(client, tenant),
    reveals(client, tenant),
  ]);
  return { load: new SteadyLoad([...actors, policies]), ledger, tenants, governed, policies };
}
