import { operationCall, type Operation, type RequestOf } from '@strata/contracts/operation';
import {
  createVault,
  createVaultItem,
  listVaultAudit,
  listVaultItems,
  listVaults,
  revealVaultItem,
} from '@strata/contracts/operations/vaults';
import type { RequestContext } from '@strata/kernel/actor';
import { AppError } from '@strata/kernel/errors';
import type { Bus } from '@strata/platform/bus/bus';
import type { z } from 'zod';
import {
  createAdmitToVault,
  type AdmittedVault,
  type AdmitToVault,
  type AdmitToVaultParts,
} from './access/admit-to-vault.ts';
import { createListAudit, type AuditReader } from './audit/list-audit.ts';
import { createListItems } from './items/list-items.ts';
import { createPutItem, type PutItemParts } from './items/put-item.ts';
import type { ItemStore } from './items/item-store.ts';
import type { RevealSecret } from './revealing/reveal-secret.ts';
import { createCreateVault, type CreateVaultParts } from './vaults/create-vault.ts';
import { createListVaults, type ListVaultsParts } from './vaults/list-vaults.ts';

export interface VaultParts extends AdmitToVaultParts, CreateVaultParts, ListVaultsParts, PutItemParts {
  readonly keys: CreateVaultParts['keys'] & PutItemParts['keys'];
  readonly vaults: CreateVaultParts['vaults'] & ListVaultsParts['vaults'];
  readonly items: ItemStore;
  readonly audit: AuditReader;
  readonly reveal: RevealSecret;
}

/** Answers the operations of vaults, each by its use case: to users alone, and within a vault to those who see it. */
export async function serveVaults(bus: Bus, parts: VaultParts): Promise<void> {
  const { reveal } = parts;
  const create = createCreateVault(parts);
  const list = createListVaults(parts);
  const put = createPutItem(parts);
  const listItems = createListItems(parts.items);
  const listEntries = createListAudit(parts.audit);
  const answering = answeringUsers(bus);
  const answeringWithin = answeringThoseWhoSee(answering, createAdmitToVault(parts));

  await answering(createVault, ({ body }, context) => create(body, context));
  await answering(listVaults, ({ query }, context) => list(query, context));
  await answeringWithin(createVaultItem, ({ body }, context, vault) => put(vault, body, context));
  await answeringWithin(listVaultItems, ({ query }, { scope }, vault) => listItems(vault.id, query, scope));
  await answeringWithin(revealVaultItem, ({ params, body }, context, vault) =>
    reveal(vault, params.itemId, body, context),
  );
  await answeringWithin(listVaultAudit, ({ query }, { scope }, vault) => listEntries(vault.id, query, scope));
}

type AnsweringUsers = ReturnType<typeof answeringUsers>;

const answeringUsers =
  (bus: Bus) =>
  <Params extends z.ZodType, Query extends z.ZodType, Body extends z.ZodType, Response extends z.ZodType>(
    operation: Operation<Params, Query, Body, Response>,
    answer: (request: RequestOf<Params, Query, Body>, context: RequestContext) => Promise<z.input<Response>>,
  ): Promise<void> =>
    bus.serve(operationCall(operation), async (request, context) => {
      if (context.actor.type !== 'user') throw new AppError('forbidden', 'This needs a signed-in user');
      return answer(request as RequestOf<Params, Query, Body>, context);
    });

type VaultParams = z.ZodType<{ readonly id: string; readonly itemId?: string }>;

const answeringThoseWhoSee =
  (answering: AnsweringUsers, admit: AdmitToVault) =>
  <Params extends VaultParams, Query extends z.ZodType, Body extends z.ZodType, Response extends z.ZodType>(
    operation: Operation<Params, Query, Body, Response>,
    answer: (
      request: RequestOf<Params, Query, Body>,
      context: RequestContext,
      vault: AdmittedVault,
    ) => Promise<z.input<Response>>,
  ): Promise<void> =>
    answering(operation, async (request, context) => answer(request, context, await admit(request.params, context)));
