import type { RequestContext } from '@strata/kernel/actor';
import type { Clock } from '@strata/kernel/clock';
import { notFound } from '@strata/kernel/errors';
import { newId } from '@strata/kernel/ids';
import type { TenantScope } from '@strata/kernel/tenant-scope';
import type { Database, Transaction } from '@strata/platform/database/database';
import { entryOf, type UnchainedEntry } from '../audit/entry.ts';
import type { AuditNote, Note } from '../audit/note.ts';
import { appendToAuditLog } from './pg-audit-log.ts';

const MOVE_FACTS = `
  insert into policy_facts_versions as facts (tenant_id, version) values ($1, 1)
  on conflict (tenant_id) do update set version = facts.version + 1
  returning version`;

/**
 * One change to an organization, or several at once: all in one transaction with the audit entries that `note` makes of
 * them. Changes of one organization wait for each other. Without a note nothing may have changed.
 */
export type ChangeOrganization = <T>(
  context: RequestContext,
  organizationId: string,
  work: (tx: Transaction, note: Note) => Promise<T>,
) => Promise<T>;

export interface OrganizationChangeParts {
  readonly database: Database;
  readonly clock: Clock;
  /** Called once a change has been committed; never fails. */
  readonly announceFacts: (version: string, context: RequestContext) => Promise<void>;
}

/** Errors: `not_found` when the organization is not of the tenant. */
export const createOrganizationChange = (parts: OrganizationChangeParts): ChangeOrganization =>
  changing(parts, holdOrganization);

/** The same for an organization that is not there yet: the work makes it. */
export const createOrganizationFounding = (parts: OrganizationChangeParts): ChangeOrganization =>
  changing(parts, () => Promise.resolve());

const changing =
  (
    { database, clock, announceFacts }: OrganizationChangeParts,
    hold: (tx: Transaction, scope: TenantScope, organizationId: string) => Promise<void>,
  ): ChangeOrganization =>
  async (context, organizationId, work) => {
    const { scope } = context;
    const { result, version } = await database.inTenant(
      scope,
      async (tx) => {
        await hold(tx, scope, organizationId);
        const notes: AuditNote[] = [];
        const done = await work(tx, (note) => notes.push(note));
        if (notes.length === 0) return { result: done, version: undefined };
        await appendToAuditLog(
          tx,
          scope,
          organizationId,
          notes.map((note) => toEntry(note, context, clock.now())),
        );
        const [facts] = await tx.query<{ version: string }>(MOVE_FACTS, [scope.tenantId]);
        return { result: done, version: facts?.version };
      },
      { retry: true },
    );
    if (version !== undefined) await announceFacts(version, context);
    return result;
  };

async function holdOrganization(tx: Transaction, { tenantId }: TenantScope, organizationId: string): Promise<void> {
  const held = await tx.query('select 1 from organizations where tenant_id = $1 and id = $2 for no key update', [
    tenantId,
    organizationId,
  ]);
  if (held.length === 0) throw notFound('The organization');
}

/** What was done, by whom, as an entry of the log. */
const toEntry = ({ action, resourceId, before, after }: AuditNote, context: RequestContext, at: Date): UnchainedEntry =>
  entryOf({ id: newId('aud'), action, resourceId, outcome: 'success', changes: { before, after }, at }, context);
