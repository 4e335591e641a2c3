import { recordAudit } from '@strata/contracts/calls/organizations';
import { writerOf } from '@strata/kernel/actor';
import { newId } from '@strata/kernel/ids';
import type { Database } from '@strata/platform/database/database';
import type { CommandOutbox } from '@strata/platform/outbox/command-outbox';
import type { SwitchStoredArtifact } from '../switching/update-artifact.ts';
import { addToIndexOutbox } from './pg-index-outbox.ts';

const OWN = 'tenant_id = $1 and environment = $2';

const SWITCH_OFF = `
  insert into switched_off_artifacts (tenant_id, environment, artifact_id, at, by, reason) values ($1, $2, $3, $4, $5, $6)
  on conflict do nothing`;

const SWITCH_ON = `delete from switched_off_artifacts where ${OWN} and artifact_id = $3`;

/** The index takes only what is newer than what it has, or had. */
const TOUCH = `update artifacts set revision = nextval('revisions') where ${OWN} and id = $3`;

/** Switches artifacts off and on in PostgreSQL. */
export const createPgArtifactSwitch =
  (database: Database, outbox: CommandOutbox): SwitchStoredArtifact =>
  async ({ id, namespaceId, agentId }, { isSwitchedOff, reason }, at, context) => {
    const { scope } = context;
    const key = [scope.tenantId, scope.environment, id];
    await database.inTenant(scope, async (tx) => {
      const by = JSON.stringify(writerOf(context.actor));
      const changed = isSwitchedOff
        ? await tx.execute(SWITCH_OFF, [...key, at, by, reason ?? null])
        : await tx.execute(SWITCH_ON, key);
      if (changed === 0) return;
      await tx.execute(TOUCH, key);
      await addToIndexOutbox(tx, scope, [id]);
      const after = { isSwitchedOff, ...(reason === undefined ? {} : { reason }) };
      const entry = {
        ...{ entryId: newId('aud'), action: 'artifact.update', resourceId: id, outcome: 'success' as const },
        ...{ changes: { before: { isSwitchedOff: !isSwitchedOff }, after }, at: at.toISOString() },
      };
      await outbox.put(tx, recordAudit, { place: { namespaceId, agentId }, entries: [entry] }, context);
    });
    outbox.wake();
  };
