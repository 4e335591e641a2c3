import type { readUser } from '@strata/contracts/calls/gateway';
import type { readRoles } from '@strata/contracts/calls/organizations';
import type { RequestContext } from '@strata/kernel/actor';
import { AppError, unavailable } from '@strata/kernel/errors';
import type { z } from 'zod';

/** Whether a user registered the tenant, or is an owner or admin by a role that others gave them. Errors: `unavailable`. */
export type LeadsTenant = (context: RequestContext) => Promise<boolean>;

/** What other services know of whoever asks. */
export interface StandingSource {
  /** Errors: `not_found`, and whatever keeps it from being told. */
  readonly user: (context: RequestContext) => Promise<Pick<z.output<typeof readUser.response>, 'isOwner'>>;
  readonly roles: (context: RequestContext) => Promise<Pick<z.output<typeof readRoles.response>, 'roles'>>;
}

/** One yes is enough; a no takes both answers, so that whoever cannot be asked makes nobody's vault disappear. */
export const createLeadsTenant =
  ({ user, roles }: StandingSource): LeadsTenant =>
  async (context) => {
    const answers = await Promise.allSettled([isOwner(user(context)), isLeading(roles(context))]);
    if (answers.some((answer) => answer.status === 'fulfilled' && answer.value)) return true;
    const failed = answers.find((answer) => answer.status === 'rejected');
    if (failed !== undefined) throw unavailable('Who may see a vault', failed.reason);
    return false;
  };

async function isOwner(asked: ReturnType<StandingSource['user']>): Promise<boolean> {
  try {
    return (await asked).isOwner;
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return false;
    throw error;
  }
}

const isLeading = async (asked: ReturnType<StandingSource['roles']>): Promise<boolean> =>
  (await asked).roles.some((role) => role === 'owner' || role === 'admin');
