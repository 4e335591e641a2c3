import { getJob } from '@strata/contracts/operations/learn';
import { eventually } from '@strata/testkit/eventually';
import { ApiClient } from '../../fixtures/api-client.ts';
import type { FaultSystem } from '../fault-system.ts';
import type { LoadOnSystem } from '../load/start-load.ts';

/** Every accepted job is completed. Looks at each job until it has ended once. */
export async function everyJobEnded({ cluster }: FaultSystem, { ledger, tenants }: LoadOnSystem): Promise<void> {
  for (const { id, tenantId } of ledger.jobs.splice(0)) {
    const key = tenants.find((tenant) => tenant.tenantId === tenantId)?.key;
    const api = new ApiClient(cluster.base, key);
    let last = 'no answer';
    try {
      await eventually(async () => {
        const { status, error } = await api.call(getJob, { params: { id } });
        last = error === null ? status : `${status}: ${error.message}`;
        return status === 'completed' || status === 'failed';
      });
    } catch (error) {
      last = `${last} (${String(error).slice(0, 200)})`;
    }
    ledger.countPromise('jobs ended');
    if (last !== 'completed') ledger.breakRule(`jobs end: ${id} is ${last}`);
  }
}
