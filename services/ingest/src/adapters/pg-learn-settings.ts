import { recordAudit } from '@strata/contracts/calls/organizations';
import { ENVIRONMENTS } from '@strata/kernel/tenant-scope';
import type { Database } from '@strata/platform/database/database';
import type { CommandOutbox } from '@strata/platform/outbox/command-outbox';
import type { LearnSettingsStore } from '../automatic/learn-settings-store.ts';

const TURN_OFF = 'insert into automatic_learning_off (tenant_id) values ($1) on conflict do nothing';
const TURN_ON = 'delete from automatic_learning_off where tenant_id = $1';
/** What the scheduler has put aside. */
const MAKE_DUE = `
  update open_sessions set due_at = now() where tenant_id = $1 and environment = $2 and due_at = 'infinity'`;

/** Settings of tenants in PostgreSQL. Entries for the audit log go through the outbox. */
export const createPgLearnSettings = (
  database: Database,
  outbox: Pick<CommandOutbox, 'put' | 'wake'>,
): LearnSettingsStore => ({
  isAutomatic: (scope) =>
    database.inTenant(
      scope,
      async (tx) =>
        (await tx.query('select 1 from automatic_learning_off where tenant_id = $1', [scope.tenantId])).length === 0,
    ),

  setAutomatic: async (scope, isAutomatic, { report, context }) => {
    await database.inTenant(scope, async (tx) => {
      const changed = await tx.execute(isAutomatic ? TURN_ON : TURN_OFF, [scope.tenantId]);
      if (changed > 0) await outbox.put(tx, recordAudit, report, context);
    });
    outbox.wake();
    // After the setting, so that the scheduler does not put them aside again. If this fails, the request can be repeated.
    if (isAutomatic)
      for (const environment of ENVIRONMENTS)
        await database.inTenant({ tenantId: scope.tenantId, environment }, (tx) =>
          tx.execute(MAKE_DUE, [scope.tenantId, environment]),
        );
  },
});
