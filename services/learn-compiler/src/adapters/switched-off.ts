import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { Transaction } from '@strata/platform/database/database';

const OF_ARTIFACT = `
  from switched_off_artifacts as switch where switch.artifact_id = artifacts.id
    and switch.tenant_id = artifacts.tenant_id and switch.environment = artifacts.environment`;

/** Whether a row of `artifacts` is switched off. */
export const IS_SWITCHED_OFF = `exists (select ${OF_ARTIFACT})`;

/** When, by whom and why a row of `artifacts` was switched off, as the interface shows it; null if it is not. */
export const SWITCHED_OFF = `(
  select json_build_object(
    'at', to_char(switch.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'by', switch.by,
    'reason', switch.reason) ${OF_ARTIFACT})`;

/** Forgets why artifacts were switched off: the words may be about what was deleted. They stay off. */
export const forgetReasons = (
  tx: Transaction,
  { tenantId, environment }: TenantScope,
  artifactIds: readonly string[],
): Promise<number> =>
  tx.execute(
    'update switched_off_artifacts set reason = null where tenant_id = $1 and environment = $2 and artifact_id = any($3)',
    [tenantId, environment, artifactIds],
  );
