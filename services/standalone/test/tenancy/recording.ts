import type { DatabaseSession } from '@strata/testkit/database-session';
import type { RecordedStatement } from '@strata/testkit/statement-recorder';
import type { Catalog } from './catalog.ts';
import type { IdentifiedTenant } from './row-scopes.ts';

/** The statements that the services ran for two tenants, and the database with the rows of both. */
export interface Recording {
  readonly session: DatabaseSession;
  readonly catalog: Catalog;
  readonly statements: readonly RecordedStatement[];
  /** A tenant with data in both environments. Its rows must be isolated. */
  readonly owner: IdentifiedTenant;
  /** A tenant with data in the live environment, without rights in the owner's data. */
  readonly stranger: IdentifiedTenant;
}
