import {
  createVault,
  createVaultItem,
  listVaultAudit,
  listVaultItems,
  listVaults,
  revealVaultItem,
} from '@strata/contracts/operations/vaults';
import type { RecordAttempt } from '@strata/platform/audit/record-attempt';
import { handleOperation, handlersBehind, type OperationHandler } from '@strata/platform/operations/operation-handler';
import { createVaultGuard, type VaultGuardParts } from './access/vault-guard.ts';
import { listAuditHandler, type AuditReader } from './audit/list-audit.ts';
import type { ItemStore } from './items/item-store.ts';
import { listItemsHandler } from './items/list-items.ts';
import { putItemHandler, type PutItemParts } from './items/put-item.ts';
import type { RevealSecret } from './revealing/reveal-secret.ts';
import { createVaultHandler, type CreateVaultParts } from './vaults/create-vault.ts';
import { listVaultsHandler } from './vaults/list-vaults.ts';
import type { VaultStore } from './vaults/vault-store.ts';

export interface HandlerParts extends VaultGuardParts, CreateVaultParts, PutItemParts {
  readonly keys: CreateVaultParts['keys'] & PutItemParts['keys'];
  readonly vaults: VaultStore;
  readonly items: ItemStore;
  readonly audit: AuditReader;
  readonly recordAttempt: RecordAttempt;
  readonly revealSecret: RevealSecret;
}

/** The handlers of the vault's operations. Those within one vault are behind the vault guard. */
export function vaultHandlers(parts: HandlerParts): OperationHandler[] {
  const inVault = handlersBehind({
    ...createVaultGuard(parts),
    recordAttempt: (operation, { id: vaultId }, denial, context) =>
      parts.recordAttempt(operation, { vaultId }, denial, context),
  });
  return [
    handleOperation(createVault, createVaultHandler(parts)),
    handleOperation(listVaults, listVaultsHandler(parts)),
    inVault(createVaultItem, putItemHandler(parts)),
    inVault(listVaultItems, listItemsHandler(parts)),
    inVault(revealVaultItem, parts.revealSecret),
    inVault(listVaultAudit, listAuditHandler(parts)),
  ];
}
