import { NOTHING_ERASED, type ErasureRequest } from '@strata/contracts/schemas/erasure';
import { describeSubject } from '@strata/kernel/erased-subject';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { Transaction } from '@strata/platform/database/database';

const OWN = 'tenant_id = $1 and environment = $2';

const ADD = `
  insert into erasures (tenant_id, environment, job_id, subject, description, removed) values ($1, $2, $3, $4, $5, $6)
  on conflict do nothing`;

/** Stores whose data an erasure removes, in the transaction that stores its job. */
export async function addErasure(
  tx: Transaction,
  { tenantId, environment }: TenantScope,
  jobId: string,
  subject: ErasureRequest,
): Promise<void> {
  const texts = [subject, describeSubject(subject), NOTHING_ERASED].map((value) => JSON.stringify(value));
  await tx.execute(ADD, [tenantId, environment, jobId, ...texts]);
}

/** The requests that name the subject: of learn jobs that have ended, and of exports that were requested before the erasure. */
const FORGET_REQUESTS = `
  update jobs set request = '{"eventIds": []}'
  where ${OWN} and case cause
    when 'export' then requested_at <= (select requested_at from jobs as erasing where ${OWN} and erasing.id = $3)
    else status in ('completed', 'failed') end
  and exists (
    select from erasures cross join lateral json_each_text(subject) as named (field, id)
    where ${OWN} and job_id = $3 and jobs.request ->> named.field = named.id)`;

const FORGET_SUBJECT = `update erasures set subject = null where ${OWN} and job_id = $3`;

/** Forgets the subject of an erasure, in the transaction that ends its job. */
export async function endErasure(
  tx: Transaction,
  { tenantId, environment }: TenantScope,
  jobId: string,
): Promise<void> {
  await tx.execute(FORGET_REQUESTS, [tenantId, environment, jobId]);
  await tx.execute(FORGET_SUBJECT, [tenantId, environment, jobId]);
}
