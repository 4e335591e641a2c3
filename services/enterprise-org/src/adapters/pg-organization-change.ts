import type { RequestContext } from '@strata/kernel/actor';
import type { Clock } from '@strata/kernel/clock';
import { notFound } from '@strata/kernel/errors';
import { newId } from '@strata/kernel/ids';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { Database, Transaction } from '@strata/platform/database/database';
import { auditEntry, type UnchainedEntry } from '../audit/audit-entry.ts';
import type { AuditedChange, RecordChange } from '../audit/audited-change.ts';
import { appendToAuditLog } from './pg-audit-log.ts';

const NEXT_VERSION = `
  insert into policy_facts_versions as facts (tenant_id, version) values ($1, 1)
  on conflict (tenant_id) do update set version = facts.version + 1
  returning version`;

/**
 * Changes one organization, in one transaction with the audit entries of the recorded changes and the next version of the
 * tenant's policy facts. Changes of one organization run one after another. A change that is not recorded must not write
 * anything.
 */
export type ChangeOrganization = <T>(
  context: RequestContext,
  organizationId: string,
  work: (tx: Transaction, record: RecordChange) => Promise<T>,
) => Promise<T>;

export interface OrganizationChangeParts {
  readonly database: Database;
  readonly clock: Clock;
  /** Called after the commit of a change; never fails. */
  readonly announceFacts: (version: string, context: RequestContext) => Promise<void>;
}

/** Changes an existing organization. Errors: `not_found` when it is not of the tenant. */
export const changeOrganizationIn = (parts: OrganizationChangeParts): ChangeOrganization =>
  changing(parts, lockOrganization);

/** The same for an organization that `work` creates. */
export const createOrganizationIn = (parts: OrganizationChangeParts): ChangeOrganization =>
  changing(parts, () => Promise.resolve());

const changing =
  (
    { database, clock, announceFacts }: OrganizationChangeParts,
    lock: (tx: Transaction, scope: TenantScope, organizationId: string) => Promise<void>,
  ): ChangeOrganization =>
  async (context, organizationId, work) => {
    const { scope } = context;
    const { result, version } = await database.inTenant(
      scope,
      async (tx) => {
        await lock(tx, scope, organizationId);
        const changes: AuditedChange[] = [];
        const done = await work(tx, (recorded) => changes.push(recorded));
        if (changes.length === 0) return { result: done, version: undefined };
        await appendToAuditLog(
          tx,
          scope,
          organizationId,
          changes.map((recorded) => toEntry(recorded, context, clock.now())),
        );
        const [facts] = await tx.query<{ version: string }>(NEXT_VERSION, [scope.tenantId]);
        return { result: done, version: facts?.version };
      },
      { retry: true },
    );
    if (version !== undefined) await announceFacts(version, context);
    return result;
  };

async function lockOrganization(tx: Transaction, { tenantId }: TenantScope, organizationId: string): Promise<void> {
  const locked = await tx.query('select 1 from organizations where tenant_id = $1 and id = $2 for no key update', [
    tenantId,
    organizationId,
  ]);
  if (locked.length === 0) throw notFound('The organization');
}

const toEntry = (
  { action, resourceId, before, after }: AuditedChange,
  context: RequestContext,
  at: Date,
): UnchainedEntry =>
  auditEntry({ id: newId('aud'), action, resourceId, outcome: 'success', changes: { before, after }, at }, context);
