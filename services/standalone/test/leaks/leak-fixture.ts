import type { DatabaseSession } from '@strata/testkit/database-session';
import type { NewTenant } from '../fixtures/new-tenant.ts';
import type { OrganizationFixture } from '../fixtures/organization-fixture.ts';
import type { ReceivedResponse, RecordingClient } from './recording-client.ts';
import type { Secrets } from './secrets.ts';

/** A running system in which secrets are planted, with the client that records what it returns. */
export interface LeakFixture {
  readonly client: RecordingClient;
  readonly secrets: Secrets;
  readonly organization: OrganizationFixture;
  readonly stranger: NewTenant;
  readonly session: DatabaseSession;
  /** A harmless text, stored in the same places as the secrets. The search must find it. */
  readonly canary: string;
}

/** Throws for another status. The error contains no part of the response. */
export const expectStatus = ({ status }: ReceivedResponse, expected: number, what: string): void => {
  if (status !== expected) throw new Error(`${what} got the status ${String(status)}, not ${String(expected)}`);
};
