import { recordAudit } from '@strata/contracts/calls/organizations';
import type { CommandOutbox } from '@strata/platform/outbox/command-outbox';
import type { SecretRuleStore } from '../scrubbing/secret-rule-store.ts';
import { sqlOf, type GatewayDatabase } from './gateway-database.ts';

const TURN_OFF = `insert into gateway.secret_rules_off (tenant_id, rule_id, turned_off_at) values ($1, $2, now())
  on conflict do nothing`;
const TURN_ON = 'delete from gateway.secret_rules_off where tenant_id = $1 and rule_id = $2';

/** Disabled rules, in the gateway's schema. Entries for the audit log go through the outbox. */
export const createSqlSecretRuleStore = (
  database: GatewayDatabase,
  outbox: Pick<CommandOutbox, 'put' | 'wake'>,
): SecretRuleStore => ({
  off: (tenantId) =>
    database.inTenant(tenantId, async (tx) => {
      const rows = await sqlOf(tx).query<{ ruleId: string }>(
        'select rule_id as "ruleId" from gateway.secret_rules_off where tenant_id = $1',
        [tenantId],
      );
      return new Set(rows.map(({ ruleId }) => ruleId));
    }),

  async set(tenantId, { id, isEnabled }, { report, context }) {
    await database.inTenant(tenantId, async (tx) => {
      const sql = sqlOf(tx);
      const changed = await sql.execute(isEnabled ? TURN_ON : TURN_OFF, [tenantId, id]);
      if (changed > 0) await outbox.put(sql, recordAudit, report, context);
    });
    outbox.wake();
  },
});
