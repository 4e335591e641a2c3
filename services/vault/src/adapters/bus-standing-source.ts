import { readUser } from '@strata/contracts/calls/gateway';
import { readRoles } from '@strata/contracts/calls/organizations';
import type { Bus } from '@strata/platform/bus/bus';
import type { StandingSource } from '../access/leads-tenant.ts';

/** What the gateway and the organizations know of whoever asks. */
export const createBusStandingSource = (bus: Bus): StandingSource => ({
  user: (context) => bus.call(readUser, { userId: context.actor.id }, context),
  roles: (context) => bus.call(readRoles, { userId: context.actor.id }, context),
});
