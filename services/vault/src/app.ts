import { openAll } from '@strata/platform/lifecycle/closeable';
import { joinSystem } from '@strata/platform/service/join-system';
import { openDatabase } from '@strata/platform/service/open-database';
import { databaseCheck, type RunningService } from '@strata/platform/service/running-service';
import type { ServiceParts } from '@strata/platform/service/service-parts';
import { createLeadsTenant } from './access/leads-tenant.ts';
import { createNoteRefusal } from './access/note-refusal.ts';
import { createBusStandingSource } from './adapters/bus-standing-source.ts';
import { observeReveals } from './adapters/observe-reveals.ts';
import { openKeyRing } from './adapters/open-key-ring.ts';
import { createPgAuditReader } from './adapters/pg-audit-reader.ts';
import { createPgItemStore } from './adapters/pg-item-store.ts';
import { createPgSecretStore } from './adapters/pg-secret-store.ts';
import { createPgVaultDoor } from './adapters/pg-vault-door.ts';
import { createPgVaultStore } from './adapters/pg-vault-store.ts';
import { VAULT_SCHEMA } from './adapters/vault-schema.ts';
import type { VaultConfig } from './config.ts';
import { createOpenSecret } from './revealing/open-secret.ts';
import { createRevealSecret } from './revealing/reveal-secret.ts';
import { serveVaults } from './serve-vaults.ts';

/** The vault service: its database, its keys, and everything it answers on the bus. */
export const createVault = (config: VaultConfig, parts: ServiceParts): Promise<RunningService> =>
  openAll(async (stack) => {
    const { bus, clock, logger, metrics } = parts;
    const database = stack.use(await openDatabase(VAULT_SCHEMA, config, parts));
    const keys = stack.use(await openKeyRing(config, { database, logger }));
    const onFailure = (error: unknown): void => {
      logger.error('The audit log of a vault could not be written', { error });
    };
    const door = createPgVaultDoor(database);
    const noteRefusal = createNoteRefusal({ refusals: door, clock, onFailure });
    const reveal = createRevealSecret({
      secrets: createPgSecretStore(database),
      openSecret: createOpenSecret(keys),
      revealsPerMinute: config.VAULT_REVEALS_PER_MINUTE,
      noteRefusal,
      clock,
      onFailure,
    });
    await serveVaults(bus, {
      door,
      noteRefusal,
      keys,
      clock,
      leadsTenant: createLeadsTenant(createBusStandingSource(bus)),
      vaults: createPgVaultStore(database),
      items: createPgItemStore(database),
      audit: createPgAuditReader(database),
      reveal: observeReveals(reveal, metrics),
      versionsKept: config.VAULT_VERSIONS_KEPT,
    });
    const checks = { database: databaseCheck(database) };
    await joinSystem(stack, bus, { service: 'vault', checks, connections: () => database.figures() });
    return { checks, close: () => stack.close() };
  });
