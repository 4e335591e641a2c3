import { recordAudit } from '@strata/contracts/calls/organizations';
import { createRecordAttempt } from '@strata/platform/audit/record-attempt';
import { openAll } from '@strata/platform/lifecycle/closeable';
import { serveOperations } from '@strata/platform/operations/serve-operations';
import { joinSystem } from '@strata/platform/service/join-system';
import { openDatabase } from '@strata/platform/service/open-database';
import { databaseCheck, type RunningService } from '@strata/platform/service/running-service';
import type { ServiceParts } from '@strata/platform/service/service-parts';
import { createRecordDenial } from './access/record-denial.ts';
import { observeReveals } from './adapters/observe-reveals.ts';
import { openKeyRing } from './adapters/open-key-ring.ts';
import { createPgAuditReader } from './adapters/pg-audit-reader.ts';
import { createPgDenialLog } from './adapters/pg-denial-log.ts';
import { createPgItemStore } from './adapters/pg-item-store.ts';
import { createPgSecretStore } from './adapters/pg-secret-store.ts';
import { createPgVaultStore } from './adapters/pg-vault-store.ts';
import { VAULT_SCHEMA } from './adapters/vault-schema.ts';
import type { VaultConfig } from './config.ts';
import { vaultHandlers } from './handlers.ts';
import { createOpenSecret } from './revealing/open-secret.ts';
import { revealSecretHandler } from './revealing/reveal-secret.ts';

/** The vault service: its database, its keys, and its operations on the bus. */
export const createVault = (config: VaultConfig, parts: ServiceParts): Promise<RunningService> =>
  openAll(async (stack) => {
    const { bus, clock, logger, metrics } = parts;
    const database = stack.use(await openDatabase(VAULT_SCHEMA, config, parts));
    const keys = stack.use(await openKeyRing(config, { database, logger }));
    const onFailure = (error: unknown): void => {
      logger.error('The audit log of a vault could not be written', { error });
    };
    const recordDenial = createRecordDenial({ denials: createPgDenialLog(database), clock, onFailure });
    const revealSecret = revealSecretHandler({
      secrets: createPgSecretStore(database),
      openSecret: createOpenSecret(keys),
      revealsPerMinute: config.VAULT_REVEALS_PER_MINUTE,
      recordDenial,
      clock,
      onFailure,
    });
    const handlers = vaultHandlers({
      recordDenial,
      recordAttempt: createRecordAttempt({
        recordAudit: (report, context) => bus.send(recordAudit, report, context),
        clock,
      }),
      keys,
      clock,
      vaults: createPgVaultStore(database),
      items: createPgItemStore(database),
      audit: createPgAuditReader(database),
      revealSecret: observeReveals(revealSecret, metrics),
      versionsKept: config.VAULT_VERSIONS_KEPT,
    });
    await serveOperations(bus, 'vault', handlers);
    const checks = { database: databaseCheck(database) };
    await joinSystem(stack, bus, { service: 'vault', checks, connections: () => database.figures() });
    return { checks, close: () => stack.close() };
  });
